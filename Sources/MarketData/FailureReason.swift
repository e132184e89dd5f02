/// What keeps a source from being heard, sorted by what is to be done about it.
public enum FailureReason: String, CaseIterable, Sendable {
  /// Too much was asked: slow down.
  case limitReached = "limit-reached"
  /// This address may not ask, for now or from here: wait long, or try elsewhere.
  case blocked
  /// The source is down or under maintenance: wait.
  case maintenance
  /// The key is refused: stop until the configuration changes.
  case keyRefused = "key-refused"
  /// The machine has no network: wait for it.
  case noNetwork = "no-network"
  /// No name server tells where it is: wait for it, or mend it.
  case nameLookup = "name-lookup"
  /// The certificate cannot be trusted: stop nothing, believe nothing.
  case certificate
  /// The certificate is good at another time: this machine's clock is wrong.
  case clockWrong = "clock-wrong"
  /// Nobody answers there: try again.
  case unreachable
  /// What was asked is refused: asking again does not help.
  case refused
  /// The hub that would tell what the source says is silent: wait for it.
  case hubSilent = "hub-silent"
}
