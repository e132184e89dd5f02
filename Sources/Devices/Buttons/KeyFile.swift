import CLinux
import Glibc

/// An open input device of the kernel (evdev: the kernel's Documentation/input/input.rst).
public final class KeyFile {
  /// A key went down or up.
  struct Key: Equatable {
    var code: UInt16
    var isDown: Bool
    var timeNanoseconds: Int64
  }

  private static let folder = "/dev/input"
  private static let eventsMax = 64
  let file: FileDescriptor
  private var events = [input_event](repeating: input_event(), count: eventsMax)
  /// Whether the kernel dropped events: then those until the next report must be ignored.
  private var isDropping = false

  /// - Parameter file: opened so that a read does not block.
  init(_ file: FileDescriptor) { self.file = file }

  /// Opens a device by its path or by the name that the kernel gives it.
  /// - Parameter isGrabbed: whether no other program receives its keys.
  public convenience init(opening device: String, isGrabbed: Bool) throws(DeviceError) {
    let file = device.hasPrefix("/") ? try Self.open(device) : try Self.find(device)
    // This fails only on an input device that is being removed.
    let result = tealight_input_use_boottime(file.number)
    if result < 0 { throw .failed(device: device, call: "setting its clock", errno: -result) }
    if isGrabbed {
      let result = tealight_input_grab(file.number)
      if result == -EBUSY {
        throw .unusable(
          device: device, reason: "is used exclusively by another program",
          fix: "stop that program, or remove grab")
      }
      if result < 0 { throw .failed(device: device, call: "grabbing it", errno: -result) }
    }
    self.init(file)
  }

  /// Those of the given keys that went down or up.
  func read(_ codes: some Collection<UInt16>) throws(DeviceError) -> [Key] {
    let size = MemoryLayout<input_event>.stride
    let count = Glibc.read(file.number, &events, events.count * size)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return [] }
    guard count > 0 else {
      throw .failed(device: "its file", call: "read", errno: count < 0 ? errno : ENODEV)
    }
    var keys: [Key] = []
    for var event in events.prefix(count / size) {
      let time = tealight_input_nanoseconds(&event)
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_SYN, SYN_DROPPED): isDropping = true
      case (EV_SYN, SYN_REPORT) where isDropping:
        isDropping = false
        // Newer than all that has been read.
        return keys + down(codes, at: time)
      case (EV_KEY, _) where !isDropping && event.value != 2 && codes.contains(event.code):
        keys.append(Key(code: event.code, isDown: event.value == 1, timeNanoseconds: time))
      default: break
      }
    }
    return keys
  }

  /// The present state of each key.
  private func down(_ codes: some Collection<UInt16>, at time: Int64) -> [Key] {
    var bits = [UInt8](repeating: 0, count: Int(TEALIGHT_KEY_BYTES))
    _ = tealight_input_keys_down(file.number, &bits)
    return codes.map { Key(code: $0, isDown: bits.hasKey($0), timeNanoseconds: time) }
  }

  /// Those of some keys that the device does not have.
  func missing(of codes: some Collection<UInt16>) -> [UInt16] {
    var bits = [UInt8](repeating: 0, count: Int(TEALIGHT_KEY_BYTES))
    guard tealight_input_keys(file.number, &bits) == 0 else { return [] }
    return codes.filter { !bits.hasKey($0) }
  }

  private static func open(_ path: String) throws(DeviceError) -> FileDescriptor {
    let file = try FileDescriptor(
      opening: path, O_RDONLY | O_NONBLOCK, group: "input",
      enable: "/proc/bus/input/devices lists all")
    guard name(of: file) != nil else {
      throw .unusable(
        device: path, reason: "is not an input device",
        fix: "/proc/bus/input/devices lists all")
    }
    return file
  }

  private static func find(_ device: String) throws(DeviceError) -> FileDescriptor {
    var present: [String] = []
    var refusal: DeviceError?
    for entry in SystemTree().list(folder) where entry.hasPrefix("event") {
      do throws(DeviceError) {
        let file = try open("\(folder)/\(entry)")
        guard let name = name(of: file) else { continue }
        if name == device { return file }
        present.append("\"\(name)\"")
      } catch {
        refusal = error
      }
    }
    // A device that may not be opened helps the user more than "not found".
    if let refusal { throw refusal }
    let list = present.isEmpty ? "none was found" : "found: \(present.joined(separator: ", "))"
    throw .unusable(device: device, reason: "no input device has this name", fix: list)
  }

  private static func name(of file: FileDescriptor) -> String? {
    var name = [CChar](repeating: 0, count: 256)
    return tealight_input_name(file.number, &name, name.count) == 0 ? text(in: name) : nil
  }
}

extension [UInt8] {
  fileprivate func hasKey(_ code: UInt16) -> Bool {
    self[Int(code) / 8] & 1 << (code % 8) != 0
  }
}
