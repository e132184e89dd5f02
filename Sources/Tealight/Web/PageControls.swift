import Configuration
import Glance
import MarketData
import State
import Web

/// The commands and choices on the browser's page, and what is chosen now. They hardly ever change,
/// and comparing them costs less than writing them down.
struct PageControls: Equatable {
  private let language: Language
  private let canPress: Bool
  private let canLeave: Bool
  private let panels: [String]
  private let market: Chosen
  private let page: PageName
  private let theme: ThemeName
  private let colours: ColourConvention
  private let layout: Layout
  private let currency: Chosen
  private let brightness: Int
  private let rotateEverySeconds: Int
  private let isLit: Bool

  /// What is chosen now, and all that can be chosen.
  private struct Chosen: Equatable {
    let now: String
    let all: [String]
  }

  init(_ desk: Desk, _ screens: Screens, canPress: Bool, canLeave: Bool) {
    (self.canPress, self.canLeave) = (canPress, canLeave)
    (language, page, theme) = (desk.language, desk.page, desk.theme)
    (colours, layout) = (desk.colours, desk.layout)
    market = Chosen(now: desk.marketName, all: desk.marketNames)
    currency = Chosen(now: desk.currencyName, all: desk.currencyNames)
    rotateEverySeconds = desk.rotateEverySeconds ?? 0
    panels = screens.all.map(\.display.name)
    (brightness, isLit) = (screens.lighting.percent(.lamp), !screens.isAnyOff)
  }

  var text: WebText {
    let members = [
      ("lang", language.rawValue.asJSON), ("can", "\(canPress)"),
      ("panels", JSON.list(panels.map(\.asJSON))), ("commands", JSON.list(commands)),
      ("choices", JSON.list(choices)), ("brightness", "\(brightness)"),
      ("rotate", "\(rotateEverySeconds)"), ("screen", "\(isLit)"), ("leaves", "\(canLeave)"),
    ]
    return WebText(event: "controls", json: JSON.object(members))
  }

  private var words: Strings { language.words }

  private var commands: [String] {
    Command.named(pages: []).map { name, command in
      "[\(name.asJSON),\(label(of: command, named: name).asJSON)]"
    }
  }

  /// In English the name of the command in the configuration, as `next-layout`, says more than the
  /// word of the hint bar.
  private func label(of command: Command, named name: String) -> String {
    words.sentence(for: command) ?? (language == .english ? name : words.name(of: command))
  }

  private var choices: [String] {
    [
      choice(.market, .markets, market.now, of: market.all.map { ($0, $0) }),
      choice(
        .page, .page, page.rawValue, called: PageCatalog.title(page, language),
        of: PageCatalog.turnable.map { ($0.rawValue, PageCatalog.title($0, language)) }),
      choice(.theme, .theme, theme), choice(.colours, .colours, colours),
      choice(
        .language, .language, language.rawValue,
        of: Language.allCases.map { ($0.rawValue, $0 == .korean ? "한국어" : "English") }),
      choice(.layout, .layout, layout),
      choice(.currency, .currency, currency.now, of: currency.all.map { ($0, $0) }),
    ]
  }

  private func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: Command.ValueName, _ label: Term, _ now: Value
  ) -> String {
    choice(name, label, now.rawValue, of: Value.allCases.map { ($0.rawValue, $0.rawValue) })
  }

  /// - Parameters:
  ///   - title: the label of `now` where it is none of the values, as for the page of an alert.
  ///   - values: each with its label.
  private func choice(
    _ name: Command.ValueName, _ label: Term, _ now: String, called title: String? = nil,
    of values: [(value: String, label: String)]
  ) -> String {
    let isOneOfThem = values.contains { $0.value == now }
    let values = isOneOfThem ? values : values + [(now, title ?? now)]
    return JSON.object([
      ("name", name.rawValue.asJSON), ("label", words[label].asJSON), ("now", now.asJSON),
      ("of", JSON.list(values.map { "[\($0.value.asJSON),\($0.label.asJSON)]" })),
    ])
  }
}
