import MarketData

extension CivilDay {
  /// `2026-12-01` or `20261201`, whatever follows.
  init?(_ text: some Collection<UInt8>) {
    let digits = text.lazy.filter { $0 != UInt8(ascii: "-") }.prefix(8).map { Int($0) - 48 }
    guard digits.count == 8, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let number = digits.reduce(0) { $0 * 10 + $1 }
    self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// Reads a day. It is mostly null, and its form is not documented: a text,
  /// `{"year":2026,"month":12,"day":1}`, `[2026,12,1]` or Unix milliseconds.
  static func read(_ scanner: inout JSONScanner) -> CivilDay? {
    switch scanner.kind {
    case .string: return scanner.string().flatMap { CivilDay($0.raw.buffer) }
    case .number:
      guard let time = scanner.number()?.integer, ExchangeClock.era.contains(time) else {
        return nil
      }
      return CivilDay(CivilTime(unix: time / 1_000).text.utf8)
    case .array:
      var parts: [Int] = []
      scanner.enter(.array)
      while scanner.nextElement() { parts.append(part(&scanner)) }
      return parts.count < 3 ? nil : CivilDay(year: parts[0], month: parts[1], day: parts[2])
    case .object:
      var (year, month, day) = (0, 0, 0)
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        if key == "year" {
          year = part(&scanner)
        } else if key == "month" || key == "monthValue" {
          // One of the two keys may hold a word, the other the number.
          month = max(month, part(&scanner))
        } else if key == "day" || key == "dayOfMonth" {
          day = part(&scanner)
        } else {
          scanner.skip()
        }
      }
      return CivilDay(year: year, month: month, day: day)
    default:
      scanner.skip()
      return nil
    }
  }

  private static func part(_ scanner: inout JSONScanner) -> Int {
    guard scanner.kind == .number else {
      scanner.skip()
      return 0
    }
    return scanner.number()?.integer.flatMap { Int(exactly: $0) } ?? 0
  }
}
