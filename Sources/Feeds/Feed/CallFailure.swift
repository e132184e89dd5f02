import MarketData

/// Why a call was not answered with what it had asked, and what that says of the exchange.
struct CallFailure {
  /// For the log.
  let reason: String
  /// Whether the exchange has refused the caller, or the call in so many words.
  var isRejection = false
  /// What keeps the exchange from being heard, where that is why.
  var failureReason: FailureReason?
  /// Whether one of the codes that it asked for may be unknown, which spoils it for all.
  var isOfCodes = false
  /// Whether it counts against a limit although its status was 200.
  var isLimit = false
  /// Whether our address may not ask at this endpoint.
  var isBlocked = false
  /// Whether the answer makes no sense. That says nothing of what keeps the exchange from being heard.
  var isSenseless = false

  /// Why there is nothing of what was asked. What makes no sense is told by an exchange at work on itself, as
  /// of other sources (`Rejection.senseless`).
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
    // What is unknown concerns that call alone.
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
