/// What was exchanged with a broker since the start.
struct BrokerCounts: Equatable {
  var connections = 0
  var published = 0
  var received = 0
  /// Commands that were not understood, or that the broker had kept.
  var refused = 0
  /// Messages that were too large, or too many.
  var dropped = 0
}
