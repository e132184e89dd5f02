extension CivilTime {
  /// `2026-11-20T04:12:33.123000Z`; what is finer than milliseconds nobody knows here.
  static func rfc3339(_ milliseconds: Int64, decimals: Int = 6) -> String {
    let time = CivilTime(unixSeconds: milliseconds / 1_000)
    let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
    let zeros = String(repeating: "0", count: max(0, decimals - 3))
    return "\(time.date)T\(time.time).\(fraction)\(zeros)Z"
  }
}
