import MarketData
import State

extension Desk {
  /// What keeps an exchange from being heard, where an update says so: for the log, and so in English
  /// whatever the screen speaks.
  public func logSentence(of update: Update) -> String? {
    guard case .failure(let exchange, let failureReason?) = update,
      let state = markets.first(where: { $0.market.source == exchange })
    else { return nil }
    return Strings.english.sentence(for: failureReason, of: state.exchangeTitle, since: nil)
  }
}
