/// Where a server listens.
public struct ListenAddress: Hashable, Sendable {
  public let address: IPAddress
  /// 0 stands for any free port.
  public let port: UInt16

  public init(_ address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// From `127.0.0.1:8470` or `[::1]:8470`.
  public init?(_ text: some StringProtocol) {
    guard let (host, port) = Self.parts(of: text), let port else { return nil }
    let bare = host.hasPrefix("[") ? host.dropFirst().dropLast() : host[...]
    guard let address = IPAddress(bare) else { return nil }
    self.init(address, port: port)
  }

  /// Whether a connection to an address of this machine arrives here.
  public func hears(_ own: IPAddress) -> Bool {
    address == own || address.isWildcard && address.bytes.count == own.bytes.count
  }

  /// A host and its port, as URLs and the Host field have them: the host keeps its brackets, the port
  /// is nil where there is none.
  static func parts(of text: some StringProtocol) -> (host: String, port: UInt16?)? {
    let text = String(text)
    let colon = text.lastIndex(of: ":")
    guard let colon, !text.hasSuffix("]") else {
      return text.isEmpty ? nil : (text, nil)
    }
    let digits = text[text.index(after: colon)...]
    let host = text[..<colon]
    guard !host.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), host.hasPrefix("[") == host.hasSuffix("]"),
      host.hasPrefix("[") == host.contains(":")
    else { return nil }
    return (String(host), port)
  }
}

extension ListenAddress: CustomStringConvertible {
  public var description: String {
    address.bytes.count == 4 ? "\(address):\(port)" : "[\(address)]:\(port)"
  }
}
