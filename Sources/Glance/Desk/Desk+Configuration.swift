// What another configuration does to the desk.
extension Desk {
  /// What the file changed goes before what hands chose.
  mutating func goOn(with settings: Settings) {
    if settings.language != self.settings.language { choices.language = nil }
    if settings.theme != self.settings.theme { choices.theme = nil }
    if settings.colours != self.settings.colours { choices.colours = nil }
    if settings.layout != self.settings.layout { choices.layout = nil }
    if settings.currency != self.settings.currency { choices.currency = nil }
    if settings.span != self.settings.span { choices.span = nil }
    if settings.indicator != self.settings.indicator { choices.indicator = nil }
    if choices.page == self.settings.home { choices.page = settings.home }
    board.renumber(from: self.settings.alerts.rules, to: settings.alerts.rules)
    if settings.ranking != self.settings.ranking { ranked = [] }
    self.settings = settings
    held = Held(settings.holdings, among: markets)
    roster = nil
  }

  /// What is shown stays on the screen where it still has a place.
  mutating func goOn(with places: [Place], _ newcomers: [MarketState]) {
    let before = self.places
    markets += newcomers
    held = Held(settings.holdings, among: markets)
    self.places = places
    roster = nil
    if places != before { handOverAlerts(isForGood: true) }
    func moved(_ position: Int) -> Int {
      places.firstIndex { $0.market == before[position].market } ?? min(position, places.count - 1)
    }
    choices.position = moved(choices.position)
    chosenPosition = moved(chosenPosition)
  }
}
