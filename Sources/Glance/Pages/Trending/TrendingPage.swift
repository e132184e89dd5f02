import Pixels

/// A line for each coin, then for each collection.
struct TrendingPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: TrendingScene, on frame: inout Frame) {
    let rows = layout.listRows(
      in: layout.rowsArea, count: max(scene.coins.count, scene.collections.count))
    let room = max(1, rows.count)
    let coinSteps = (scene.coins.count + room - 1) / room
    let step = scene.lineStep % max(1, coinSteps + (scene.collections.count + room - 1) / room)
    let showsCoins =
      step < coinSteps || scene.collections.isEmpty
      || coinSteps > 0 && layout.surface.medium == .paper
    let shown = showsCoins ? scene.coins : scene.collections
    let words = layout.words
    let kind = words[showsCoins ? .coins : .collections]
    layout.drawHeader(
      layout.title(
        among: [
          "\(TrendingScene.title[words.language]) \(kind)",
          showsCoins ? TrendingScene.title[words.language] : kind,
        ], scene.statusHeader),
      scene.statusHeader, on: &frame)
    guard !shown.isEmpty else {
      return layout.drawExplanation(words[.noTrending], of: scene.statusHeader, on: &frame)
    }
    let window = layout.window(
      of: shown.count, room: rows.count, step: showsCoins ? step : step - coinSteps)
    layout.write(
      shown[window].map {
        PageLayout.Entry(
          name: $0.name, money: $0.price, change: $0.change, isOld: scene.statusHeader.isOld)
      }, in: rows, on: &frame)
  }
}
