extension Words {
  static let english = Words(
    units: [
      Unit(exponent: 3, name: "K"), Unit(exponent: 6, name: "M"), Unit(exponent: 9, name: "B"),
      Unit(exponent: 12, name: "T"),
    ],
    seconds: " s", minutes: " min", hours: " h", days: " d",
    polling: "polling", stale: "stale", offline: "offline",
    at: Phrase(before: "at "), stopped: Phrase(before: "stopped "),
    troubles: [
      .limitReached: Phrase(after: " asks us to slow down"),
      .blocked: Phrase(after: " has blocked this address"),
      .maintenance: Phrase(after: " is under maintenance"),
      .keyRefused: Phrase(after: " refuses the key"),
      .noNetwork: Phrase(before: "No network to "),
      .certificate: Phrase(after: "'s certificate cannot be trusted"),
      .clockWrong: Phrase(before: "This clock is wrong: no TLS with "),
      .unreachable: Phrase(after: " does not answer"),
      .refused: Phrase(after: " refuses what is asked"),
    ], since: Phrase(before: "since "),
    lineHeight: 0, tail: 0,
    convention: .greenUp)
}
