import CGpio
import Glibc

/// A GPIO line of which the level counts, and no edge by itself. One whose chip was unplugged is requested
/// again when its level is next asked for.
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

  /// Takes the line by which a panel says that it is at work, from `chip`, named by its label, name
  /// or path. It is pulled up: a wire that is missing looks like a panel that is always busy, which
  /// is noticed and logged.
  convenience init(busyOn chip: String, offset: Int) throws(DeviceError) {
    try self.init(name: "line \(offset) of \(chip)") { () throws(DeviceError) in
      try openLine(chip: chip, offset: offset) { path, line in
        tealight_gpio_input(
          path, UInt32(offset), Int32(TEALIGHT_PULL_UP), 0, OwnName.consumer, &line)
      }
    }
  }

  deinit { tealight_gpio_close(line) }

  /// Readable when the level has changed since it was asked for; nil while the line is gone.
  var descriptor: Int32? { line.map { tealight_gpio_fd($0) } }

  /// Nil while the line is gone: whoever waits for a panel then waits as without the line, and the lines
  /// that are driven on the same chip say what is wrong.
  /// - Throws: `failed` when it goes.
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
