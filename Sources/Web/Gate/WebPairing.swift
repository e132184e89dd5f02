/// What a panel shows to let somebody in: once, and for two minutes.
public struct WebPairing: Equatable, Sendable {
  /// The part of the code's URL after the address: `/?pair=SECRET`, 23 characters.
  public var path: String { "/?pair=\(secret)" }
  /// Six digits for panels without room for a code.
  public let digits: String
  /// Monotonic milliseconds.
  public let validUntil: Int64
  /// 96 bits, in 16 characters that a URL takes as they are.
  let secret: String

  static let randomBytes = 20
  static let validMilliseconds: Int64 = 120_000

  /// - Parameter random: `randomBytes` random bytes.
  init(random: [UInt8], at now: Int64) {
    secret = Base64.encode(random[..<12], .url)
    let number = random[12..<20].reduce(0 as UInt64) { $0 << 8 | UInt64($1) } % 1_000_000
    let text = String(number)
    digits = String(repeating: "0", count: 6 - text.count) + text
    validUntil = now + Self.validMilliseconds
  }
}
