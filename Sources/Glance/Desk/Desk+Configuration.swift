// What another configuration does to the desk.
extension Desk {
  /// What the file changed goes before what hands chose.
  mutating func goOn(with settings: Settings) {
    if settings.layout != self.settings.layout { choices.layout = nil }
    if settings.currency != self.settings.currency { choices.currency = nil }
    if page == self.settings.home { choices.page = settings.home }
    self.settings = settings
  }

  /// What is shown stays on the screen where it still has a place.
  mutating func goOn(with places: [Place], _ newcomers: [MarketState]) {
    let before = shown
    markets += newcomers
    self.places = places
    choices.position =
      places.firstIndex { $0.market == before } ?? min(position, places.count - 1)
  }
}
