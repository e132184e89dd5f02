import Devices

/// A key of an input device of the kernel.
struct DeviceKey: Hashable {
  let device: String
  let code: UInt16
}

extension ConfigReader {
  /// One key does one thing.
  mutating func claim(_ key: DeviceKey, at place: Place) {
    guard let first = keys[key] else {
      keys[key] = place
      return
    }
    let spot = first.line.map { " on line \($0) of \(first.file)" } ?? ""
    mistakes.append(
      Mistake(
        place: place,
        text: "key \(KeyName.name(of: key.code)) of \(key.device) is bound\(spot) already; "
          + "bind it once"))
  }
}
