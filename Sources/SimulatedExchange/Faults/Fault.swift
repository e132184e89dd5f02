/// Something that goes wrong on purpose: what, when, how often and with which argument.
///
/// Spelled `[EXCHANGE:]NAME[@FROM[-UNTIL]][%CHANCE][*TIMES][=VALUE]`: whom it is aimed at, seconds
/// since the server's start, per cent, a count, and the rest of the text. `cut-after=100`,
/// `upbit:half-open@30-90`, `rest-status%50=503/ticker`, `price*1=1e999`.
public struct Fault: Equatable, Sendable {
  public let kind: FaultKind
  /// The name of the one source that it happens to; nil for all of them.
  public var source: String?
  /// Seconds since the server's first turn.
  public var from: Int64
  public var until: Int64?
  /// Per cent of the occasions on which it happens.
  public var chance: Int
  /// How often it still happens; nil for ever.
  public var times: Int?
  public var value: String?

  public init(
    _ kind: FaultKind, value: String? = nil, from: Int64 = 0, until: Int64? = nil,
    chance: Int = 100, times: Int? = nil
  ) {
    self.kind = kind
    self.value = value
    self.from = from
    self.until = until
    self.chance = chance
    self.times = times
  }

  /// The value as a number, or what the fault means without one.
  public func number(_ fallback: Int64) -> Int64 {
    value.flatMap { Int64(Substring($0.utf8.prefix { $0 != UInt8(ascii: "/") })) } ?? fallback
  }

  /// Some faults may end in a path: they then apply only to requests that contain it.
  func applies(to path: String) -> Bool {
    guard let value, let slash = value.firstIndex(of: "/"), kind.mayEndInPath else { return true }
    return path.utf8.count >= value[slash...].utf8.count
      && path.indices.contains { path[$0...].hasPrefix(value[slash...]) }
  }
}
