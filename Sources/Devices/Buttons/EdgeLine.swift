import CGpio

/// An open GPIO line that reports its edges.
protocol EdgeLine: AnyObject {
  /// Readable when an edge waits.
  var descriptor: Int32 { get }
  var isActive: Bool { get }
  /// Puts the waiting edges into `edges`. Returns their number, or -errno if the chip is gone.
  func read(_ edges: inout [tealight_gpio_edge]) -> Int32
}

/// A line of a GPIO chip of the kernel.
final class ChipLine: EdgeLine {
  private let line: OpaquePointer

  init(_ wiring: InputLines.Wiring) throws(DeviceError) { line = try InputLines.open(wiring) }

  deinit { tealight_gpio_close(line) }

  var descriptor: Int32 { tealight_gpio_fd(line) }
  var isActive: Bool { tealight_gpio_get(line) == 1 }

  func read(_ edges: inout [tealight_gpio_edge]) -> Int32 {
    tealight_gpio_read(line, &edges, edges.count)
  }
}
