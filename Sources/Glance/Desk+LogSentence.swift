import MarketData
import State

extension Desk {
  /// A sentence for the log that says why an exchange cannot be heard, if the update says so. It is in
  /// English, whatever the language of the screen.
  public func logSentence(of update: Update) -> String? {
    guard case .failure(let exchange, let failureReason?) = update,
      let state = markets.first(where: { $0.market.source == exchange })
    else { return nil }
    return Strings.english.sentence(for: failureReason, of: state.exchangeTitle, since: nil)
  }
}
