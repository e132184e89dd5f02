import CLinux
import Glibc

/// What can go wrong with a device. The cases tell what to do: mend the set-up, or try again.
public enum DeviceError: Error, Equatable, CustomStringConvertible {
  /// The device does not exist, may not be opened or is taken. `fix` says what the user can do.
  case unusable(device: String, reason: String, fix: String)
  /// A call on an open device failed: no acknowledgement, a bus that hangs, a disk that is full.
  case failed(device: String, call: String, errno: Int32)

  /// Whether it says what the user can do.
  var hasFix: Bool { if case .unusable = self { true } else { false } }

  public var description: String {
    switch self {
    case .unusable(let device, let reason, let fix): "\(device): \(reason); \(fix)"
    case .failed(let device, let call, EREMOTEIO), .failed(let device, let call, ENXIO):
      "\(device): no answer to \(call); check power and wires"
    case .failed(let device, let call, let code): "\(device): \(call): \(text(of: code))"
    }
  }

  /// The command by which the user joins a group. The service's own user, whose name the service
  /// manager sets, never logs in.
  public static func joining(
    _ group: String, user: String? = getenv("USER").map { String(cString: $0) }
  ) -> String {
    user == OwnName.user
      ? "sudo usermod -aG \(group) \(OwnName.user) && sudo systemctl restart tealight"
      : "sudo usermod -aG \(group) $USER, then log in again"
  }

  /// What a failed `open` of a device file means. `enable` turns the device on where it is missing.
  static func opening(_ path: String, errno code: Int32, group: String, enable: String) -> Self {
    switch code {
    case EACCES, EPERM:
      .unusable(
        device: path, reason: "no permission to open it",
        fix: "join its group: \(joining(group))")
    case ENOENT, ENODEV, ENXIO:
      .unusable(device: path, reason: "does not exist", fix: enable)
    default:
      .unusable(device: path, reason: text(of: code), fix: "check that it is the right device")
    }
  }
}

/// The system's words for an error number.
func text(of code: Int32) -> String { String(cString: strerror(code)) }

/// The text that C left in a buffer.
func text(in buffer: [CChar]) -> String {
  // CChar is signed on some machines and unsigned on others.
  buffer.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
