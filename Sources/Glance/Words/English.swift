extension Words {
  static let english = Words(
    units: [
      Unit(exponent: 3, name: "K"), Unit(exponent: 6, name: "M"), Unit(exponent: 9, name: "B"),
      Unit(exponent: 12, name: "T"),
    ],
    seconds: " s", minutes: " min", hours: " h", days: " d",
    polling: "polling", stale: "stale", offline: "offline",
    at: Phrase(before: "at "), stopped: Phrase(before: "stopped "),
    lineHeight: 0, tail: 0,
    convention: .greenUp)
}
