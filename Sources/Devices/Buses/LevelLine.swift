import CGpio
import Glibc

/// A GPIO line that is read by its level, not by its edges. If its chip was unplugged, the line is
/// requested again when its level is next read.
final class LevelLine {
  typealias Opener = () throws(DeviceError) -> OpaquePointer

  private let name: String
  private let open: Opener
  /// Nil while its chip is gone.
  private var line: OpaquePointer?
  private var edges = [tealight_gpio_edge](repeating: tealight_gpio_edge(), count: 64)

  /// - Parameter name: what errors call it.
  init(name: String, _ open: @escaping Opener) throws(DeviceError) {
    self.name = name
    self.open = open
    line = try open()
  }

  /// Takes a panel's BUSY line from `chip`, named by its label, name or path. The line is pulled up:
  /// a missing wire then looks like a panel that is always busy, which is noticed and logged.
  convenience init(busyOn chip: String, offset: Int) throws(DeviceError) {
    try self.init(name: "line \(offset) of \(chip)") { () throws(DeviceError) in
      try openLine(chip: chip, offset: offset) { path, line in
        tealight_gpio_input(
          path, UInt32(offset), Int32(TEALIGHT_PULL_UP), 0, OwnName.consumer, &line)
      }
    }
  }

  deinit { tealight_gpio_close(line) }

  /// Readable when the level has changed since it was last read; nil while the line is gone.
  var descriptor: Int32? { line.map { tealight_gpio_fd($0) } }

  /// Nil while the line is gone. The caller then waits for the panel as without a BUSY line, and
  /// errors of the driven lines on the same chip tell what is wrong.
  /// - Throws: `failed` when the line goes.
  func level() throws(DeviceError) -> Bool? {
    if line == nil { line = try? open() }
    guard let line else { return nil }
    var result = tealight_gpio_read(line, &edges, edges.count)
    if result >= 0 { result = tealight_gpio_get(line) }
    if result >= 0 { return result == 1 }
    // The descriptor of a line whose chip is gone would wake the loop for ever.
    tealight_gpio_close(line)
    self.line = nil
    throw .failed(device: name, call: "GPIO read", errno: -result)
  }
}
