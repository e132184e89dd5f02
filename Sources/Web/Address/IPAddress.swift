import Glibc

/// An IPv4 or IPv6 address. One that is IPv4 inside IPv6 (RFC 4291, 2.5.5.2) is IPv4.
public struct IPAddress: Hashable, Sendable {
  /// 4 or 16 bytes, the most significant first.
  public let bytes: [UInt8]

  /// - Returns: nil where there are not 4 or 16.
  public init?(bytes: [UInt8]) {
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
  }

  /// From `192.0.2.7` or `2001:db8::7`, without brackets, zone or port.
  public init?(_ text: some StringProtocol) {
    // A NUL byte, where C would see the end of the text, is not allowed.
    let isPlain = text.utf8.count < 46 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isPlain else { return nil }
    let isLong = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: isLong ? 16 : 4)
    guard inet_pton(isLong ? AF_INET6 : AF_INET, String(text), &bytes) == 1 else { return nil }
    self.init(bytes: bytes)
  }

  /// Whether only this machine can reach it.
  public var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
  }

  /// Whether it stands for every address of the machine.
  public var isWildcard: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The address without the part that one visitor can change at will: the second half of an IPv6
  /// address.
  var neighbourhood: IPAddress {
    guard bytes.count == 16 else { return self }
    return IPAddress(bytes: bytes[..<8] + [UInt8](repeating: 0, count: 8)) ?? self
  }
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    var text = [CChar](repeating: 0, count: 46)
    inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, 46)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
