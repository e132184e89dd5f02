import MarketData

/// Why a call was not answered with what it had asked, and what that says of the exchange.
struct CallFailure {
  /// For the log.
  let reason: String
  /// Whether the exchange has refused the caller, or has said that it refuses the call.
  var isRejection = false
  /// Why the exchange cannot be heard, where the failure says so.
  var failureReason: FailureReason?
  /// Whether one of the codes that the call asked for may be unknown, which spoils the call for all
  /// of them.
  var isOfCodes = false
  /// Whether it says that a limit is reached, although the status was 200.
  var isLimit = false
  /// Whether the endpoint does not let our address ask.
  var isBlocked = false
  /// Whether the answer makes no sense. That does not say why the exchange cannot be heard.
  var isSenseless = false

  /// Why there is nothing of what was asked. An answer that makes no sense counts as maintenance,
  /// as with other sources (`Rejection.senseless`).
  var callReason: FailureReason { failureReason ?? (isSenseless ? .maintenance : .refused) }

  /// Nothing came.
  init(_ failure: TransportFailure) {
    (reason, failureReason) = (failure.reason, failure.failureReason)
  }

  /// - Parameters:
  ///   - status: another than 200.
  ///   - isRejection: whether it refuses the caller, and not only this call.
  init(status: Int, isRejection: Bool) {
    let meaning = StatusMeaning(status: status)
    (reason, self.isRejection) = ("status \(status)", isRejection)
    (isOfCodes, isBlocked) = (meaning == .unknown, meaning == .blocked)
    // An unknown code concerns this call alone.
    if !isOfCodes { failureReason = meaning.failureReason }
  }

  /// - Parameter message: what an answer with status 200 says in place of what was asked.
  init(_ message: ParsedMessage) {
    guard let rejection = message.rejection else {
      (reason, isSenseless) = ("invalid response", true)
      return
    }
    (reason, isRejection) = ("refused: \(rejection)", true)
    failureReason = message.failureReason ?? .refused
    isLimit = failureReason == .limitReached || message.retryAfterSeconds != nil
    isOfCodes = !isLimit && failureReason == .refused
  }
}
