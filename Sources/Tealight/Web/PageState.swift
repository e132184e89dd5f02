import Configuration
import Glance
import MarketData
import State
import Web

/// What the browser's page says beside the picture, and what can be chosen there.
struct PageState {
  private let desk: Desk
  private let scene: Scene
  private let screens: Screens
  private let canPress: Bool
  private var words: Strings { desk.language.words }

  init(_ desk: Desk, _ screens: Screens, canPress: Bool) {
    (self.desk, self.screens, self.canPress) = (desk, screens, canPress)
    scene = desk.scene
  }

  /// One of a few, with what it is called.
  private struct Choice {
    let name: Command.ValueName
    let label: Term
    let now: String
    let values: [(value: String, label: String)]
  }

  /// What is shown, which changes with the prices.
  var said: WebText {
    let members = [("said", scene.spoken.asJSON), ("title", title.asJSON)]
    return WebText(event: "said", json: JSON.object(members))
  }

  /// What can be pressed and chosen, and what is chosen.
  var controls: WebText {
    let members = [
      ("lang", desk.language.rawValue.asJSON), ("can", "\(canPress)"),
      ("panels", JSON.list(screens.all.map(\.display.name.asJSON))),
      ("commands", JSON.list(commands)),
      ("choices", JSON.list(choices.map { Self.text($0, words) })),
      ("brightness", "\(screens.lighting.percent(.lamp))"),
      ("rotate", "\(desk.rotateEverySeconds ?? 0)"), ("screen", "\(!screens.areDark)"),
    ]
    return WebText(event: "controls", json: JSON.object(members))
  }

  private var title: String {
    let header = scene.statusHeader
    return header.name.isEmpty ? "tealight" : "\(header.name) – tealight"
  }

  private var commands: [String] {
    Command.named(pages: []).map { name, command in
      "[\(name.asJSON),\((words.sentence(for: command) ?? name).asJSON)]"
    }
  }

  private var choices: [Choice] {
    [
      Choice(
        name: .market, label: .markets, now: desk.marketName,
        values: desk.marketNames.map { ($0, $0) }),
      Choice(
        name: .page, label: .page, now: desk.page.rawValue,
        values: PageCatalog.turnable.map { ($0.rawValue, PageCatalog.title($0, desk.language)) }),
      choice(.theme, .theme, desk.theme), choice(.colours, .colours, desk.colours),
      Choice(
        name: .language, label: .language, now: desk.language.rawValue,
        values: Language.allCases.map { ($0.rawValue, $0 == .korean ? "한국어" : "English") }),
      choice(.layout, .layout, desk.layout),
      Choice(
        name: .currency, label: .currency, now: desk.currencyName,
        values: desk.currencyNames.map { ($0, $0) }),
    ]
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: Command.ValueName, _ label: Term, _ now: Value
  ) -> Choice {
    Choice(
      name: name, label: label, now: now.rawValue,
      values: Value.allCases.map { ($0.rawValue, $0.rawValue) })
  }
}

// JSON in one line.
extension PageState {
  private static func text(_ choice: Choice, _ words: Strings) -> String {
    let values = choice.values.map { "[\($0.value.asJSON),\($0.label.asJSON)]" }
    return JSON.object([
      ("name", choice.name.rawValue.asJSON), ("label", words[choice.label].asJSON),
      ("now", choice.now.asJSON), ("of", JSON.list(values)),
    ])
  }
}
