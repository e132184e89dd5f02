import Glibc

/// This machine's networks as the kernel reports them, to be shown to people.
public struct LocalNetwork: Equatable {
  /// The addresses of links that are up, IPv4 addresses first.
  public var addresses: [String]
  /// The signal level of the best Wi-Fi link, in dBm; nil if there is none.
  public var signal: Int?

  /// The present state.
  public static var now: LocalNetwork {
    let addresses = NetworkWatch.Reach.now.addresses
    return LocalNetwork(
      addresses: addresses.sorted { ($0.count, $0.text) < ($1.count, $1.text) }.map(\.text),
      signal: signal(in: Self.wirelessTable))
  }

  /// The level of the best link in a table of `/proc/self/net/wireless` (proc_net_wireless in
  /// wext-proc.c: two lines of titles; name, status, quality, level in dBm).
  static func signal(in table: String) -> Int? {
    table.split(separator: "\n").dropFirst(2).compactMap { line in
      let fields = line.split(separator: " ")
      // A point after a number means that the value is new.
      guard fields.count > 3, let level = Int(fields[3].prefix { $0 != "." }),
        -200..<256 ~= level
      else { return nil }
      // Old drivers give the level as an unsigned byte.
      return level > 0 ? level - 256 : level
    }.max()
  }

  private static var wirelessTable: String {
    guard let file = fopen("/proc/self/net/wireless", "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

extension [UInt8] {
  /// An IP address in its usual notation.
  var text: String {
    if count == 4 { return map { "\($0)" }.joined(separator: ".") }
    var letters = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard count == 16, inet_ntop(AF_INET6, self, &letters, socklen_t(letters.count)) != nil else {
      return ""
    }
    return String(decoding: letters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
