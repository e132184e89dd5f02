import CLinux
import Glibc

@testable import Devices

/// An input device that a test plays: what it sends comes out of a `KeyFile`.
final class FakeInputDevice {
  private var end: Int32
  private let kernel: FileDescriptor

  init() {
    var ends: [Int32] = [-1, -1]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0, &ends)
    end = ends[0]
    kernel = FileDescriptor(ends[1])
  }

  deinit { vanish() }

  var file: KeyFile { KeyFile(kernel) }

  /// A key and the report after it.
  func key(_ code: Int32, _ value: Int32, at milliseconds: Int) {
    send(EV_KEY, code, value, at: milliseconds)
    send(EV_SYN, SYN_REPORT, 0, at: milliseconds)
  }

  func send(_ type: Int32, _ code: Int32, _ value: Int32, at milliseconds: Int) {
    var event = input_event()
    event.time.tv_sec = milliseconds / 1_000
    event.time.tv_usec = milliseconds % 1_000 * 1_000
    event.type = UInt16(type)
    event.code = UInt16(code)
    event.value = value
    write(end, &event, MemoryLayout<input_event>.size)
  }

  func vanish() {
    if end >= 0 { close(end) }
    end = -1
  }
}
