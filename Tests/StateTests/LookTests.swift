import MarketData
import TestSupport
import Testing

@testable import State

@Suite("Language, theme and colours are changed by hand and by the file")
struct LookTests {
  private func desk() -> Desk { Desk(markets: [.upbit("BTC")]) }

  @Test("commands go through all of them and come round")
  func commands() {
    var desk = desk()
    let cases: [(Command, Int)] = [
      (.nextLanguage, Language.allCases.count), (.nextTheme, ThemeName.allCases.count),
      (.nextColours, ColourConvention.allCases.count),
    ]
    for (command, count) in cases {
      var seen: [String] = []
      for _ in 0..<count {
        seen.append("\(desk.language) \(desk.theme) \(desk.colours)")
        desk.apply(.command(command))
      }
      #expect(
        Set(seen).count == count && "\(desk.language) \(desk.theme) \(desk.colours)" == seen[0])
    }
  }

  @Test("colours follow the language until somebody chooses them")
  func follows() {
    var desk = desk()
    #expect(desk.theme == .dark && desk.colours == .greenRed)
    desk.apply(.command(.nextLanguage))
    #expect(desk.theme == .dark && desk.colours == .redBlue)
    desk.apply(.command(.nextColours))
    desk.apply(.command(.nextLanguage))
    #expect(desk.theme == .dark && desk.colours == .redGreen)
  }

  @Test("what the file changes goes before what the user chose, and nothing else does")
  func file() {
    var desk = desk()
    for command in [Command.nextLanguage, .nextTheme, .nextColours] {
      desk.apply(.command(command))
    }
    var settings = desk.settings
    settings.theme = .night
    desk.apply(.settings(settings))
    #expect(desk.theme == .night && desk.colours == .redGreen && desk.language == .korean)
    settings.colours = .blueOrange
    desk.apply(.settings(settings))
    #expect(desk.colours == .blueOrange)
    settings.language = .korean
    desk.apply(.settings(settings))
    settings.language = .english
    desk.apply(.settings(settings))
    #expect(desk.language == .english)
  }
}
