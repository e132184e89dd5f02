import Pixels

/// Every page on one display: it keeps that display's layouts, letters and faces. A display that
/// changes its size needs new pages.
public final class Pages {
  private let surface: Surface
  private let typesetter: any Typesetter
  private let glance: GlancePage
  private let marks: MarkArt?
  /// The paper of the other pages in the language that was drawn last.
  private var sheet: Sheet?

  /// `art` stands in for the drawn face, `marks` for letters in discs.
  public init(
    _ surface: Surface, typesetter: any Typesetter, art: FaceArt? = nil, marks: MarkArt? = nil
  ) {
    self.surface = surface
    self.marks = marks
    self.typesetter = typesetter
    glance = GlancePage(surface, typesetter: typesetter, art: art)
  }

  /// Draws over all of `frame`, which must have the display's size.
  public func draw(_ scene: Scene, on frame: inout Frame) {
    precondition(frame.size == surface.size, "a page draws on frames of its own size")
    let hasRoom = [.round, .panel].contains(GlanceForm(surface))
    switch scene {
    case .glance(let scene): glance.draw(scene, on: &frame)
    case _ where hasRoom: drawPanel(scene, sheet(for: scene.masthead.language), on: &frame)
    default: LightsPage(surface: surface).draw(scene.lights, on: &frame)
    }
    // Paper would keep it for longer than it is meant.
    guard hasRoom, surface.medium != .paper, let hint = scene.masthead.hint else { return }
    HintBar(sheet(for: scene.masthead.language)).draw(hint, on: &frame)
  }

  private func drawPanel(_ scene: Scene, _ sheet: Sheet, on frame: inout Frame) {
    frame.clear()
    switch scene {
    case .glance: break
    case .chart(let scene): ChartPage(sheet).draw(scene, on: &frame)
    case .detail(let scene): DetailPage(sheet).draw(scene, on: &frame)
    case .book(let scene): BookPage(sheet).draw(scene, on: &frame)
    case .trades(let scene): TradesPage(sheet).draw(scene, on: &frame)
    case .list(let scene): ListPage(sheet).draw(scene, on: &frame)
    case .trending(let scene): TrendingPage(sheet).draw(scene, on: &frame)
    case .premium(let scene): PremiumPage(sheet).draw(scene, on: &frame)
    case .wallet(let scene): WalletPage(sheet).draw(scene, on: &frame)
    case .portfolio(let scene): PortfolioPage(sheet).draw(scene, on: &frame)
    case .link(let scene): LinkPage(sheet).draw(scene, on: &frame)
    case .clock(let scene): ClockPage(sheet).draw(scene, on: &frame)
    case .alert(let scene): AlertPage(sheet).draw(scene, on: &frame)
    }
  }

  private func sheet(for language: Language) -> Sheet {
    if let sheet, sheet.language == language { return sheet }
    let made = Sheet(surface, language, typesetter: typesetter, marks: marks)
    sheet = made
    return made
  }
}
