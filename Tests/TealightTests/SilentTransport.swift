import Timing
import Wire

@testable import Tealight

/// Carries nothing, and nothing comes: what a test needs of a transport it overrides.
class SilentTransport: Transport {
  func connect(_ id: SocketID, url: String, caFile: String?) {}
  func send(_ id: SocketID, text: String) {}
  func ping(_ id: SocketID, number: Int) {}
  func close(_ id: SocketID) {}
  func get(
    _ id: TransferID, url: String, headers: [(name: String, value: String)], caFile: String?
  ) {}
  var deadline: Deadline { .never }
  func wait(_ watches: inout [Wire.Watch], milliseconds: Int64) {}
  func turn(at now: Moment, _ deliver: (Wire.Event) -> Void) {}
  var isOver: Bool { false }
}
