extension Words {
  static let korean = Words(
    units: [
      Unit(exponent: 4, name: "만"), Unit(exponent: 8, name: "억"), Unit(exponent: 12, name: "조"),
    ],
    seconds: "초", minutes: "분", hours: "시간", days: "일",
    polling: "조회", stale: "지연", offline: "끊김",
    at: Phrase(after: " 기준"), stopped: Phrase(after: " 종료"),
    lineHeight: 15, tail: 2,
    convention: .redUp)
}
