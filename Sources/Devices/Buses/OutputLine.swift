import CGpio
import Glibc

/// A GPIO line that we drive: D/C, reset, backlight. If its chip was unplugged, the line is
/// requested again when it is next driven.
final class OutputLine {
  private let chip: String
  private let offset: Int
  /// Nil while its chip is gone.
  private var line: OpaquePointer?
  private var level: Bool?

  /// Takes the line from `chip`, named by its label, name or path, and drives it to `level`.
  init(chip: String, offset: Int, level: Bool) throws(DeviceError) {
    (self.chip, self.offset) = (chip, offset)
    try set(level)
  }

  deinit { tealight_gpio_close(line) }

  func drive(_ level: Bool) throws(DeviceError) {
    // D/C keeps its level over most transactions, and each change is a system call.
    if level != self.level { try set(level) }
  }

  /// As `drive`, but always tells the kernel: otherwise the loss of a line that never changes would
  /// not be noticed.
  func set(_ level: Bool) throws(DeviceError) {
    self.level = nil
    if let line {
      let result = tealight_gpio_set(line, level ? 1 : 0)
      if result == -ENODEV {
        tealight_gpio_close(line)
        self.line = nil
      }
      if result < 0 {
        throw .failed(device: "line \(offset) of \(chip)", call: "GPIO write", errno: -result)
      }
    } else {
      line = try openLine(chip: chip, offset: offset) { path, line in
        tealight_gpio_output(path, UInt32(offset), level ? 1 : 0, OwnName.consumer, &line)
      }
    }
    self.level = level
  }
}

/// Finds the chip and requests one of its lines.
func openLine(
  chip: String, offset: Int,
  _ request: (_ path: String, _ line: inout OpaquePointer?) -> Int32
) throws(DeviceError) -> OpaquePointer {
  let device = "line \(offset) of \(chip)"
  var buffer = [CChar](repeating: 0, count: 256)
  var found = -ENOENT
  for name in GPIOChipName.sought(for: chip) where found < 0 {
    let result = tealight_gpio_find(name, &buffer, buffer.count)
    // "Forbidden" helps the user more than "not found".
    if result >= 0 || found != -EACCES { found = result }
  }
  if found < 0 {
    let fix = chip == GPIOChipName.header ? "only Raspberry Pis have it; " : ""
    throw .opening(
      chip, errno: -found, group: "gpio", enable: fix + "gpioinfo lists the chips of this board")
  }
  let path = text(in: buffer)
  var line: OpaquePointer?
  let result = request(path, &line)
  if let line, result >= 0 { return line }
  switch -result {
  case EBUSY:
    let used = tealight_gpio_consumer(path, UInt32(offset), &buffer, buffer.count)
    let name = text(in: buffer)
    let consumer = used > 0 && !name.isEmpty ? "by \"\(name)\"" : "by the kernel"
    throw .unusable(
      device: device, reason: "is used \(consumer)", fix: "stop that or use another line")
  case EINVAL:
    throw .unusable(
      device: device, reason: "does not exist", fix: "gpioinfo lists the lines of this chip")
  case ENXIO:
    // gpiolib-cdev.c, edge_detector_setup
    throw .unusable(
      device: device, reason: "cannot say when it changes: its chip has no interrupt",
      fix: "use another line")
  default:
    throw .opening(
      device, errno: -result, group: "gpio", enable: "gpioinfo lists the chips of this board")
  }
}
