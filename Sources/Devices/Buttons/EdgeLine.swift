import CGpio

/// A GPIO line that is open and tells its edges.
protocol EdgeLine: AnyObject {
  /// Readable when an edge waits.
  var descriptor: Int32 { get }
  var isActive: Bool { get }
  /// How many edges it has put into `edges`, 0 where none waits, -errno where its chip is gone.
  func read(_ edges: inout [tealight_gpio_edge]) -> Int32
}

/// One of a chip of the kernel.
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
