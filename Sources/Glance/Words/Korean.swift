extension Words {
  static let korean = Words(
    units: [
      Unit(exponent: 4, name: "만"), Unit(exponent: 8, name: "억"), Unit(exponent: 12, name: "조"),
    ],
    seconds: "초", minutes: "분", hours: "시간", days: "일",
    polling: "조회", stale: "지연", offline: "끊김",
    at: Phrase(after: " 기준"), stopped: Phrase(after: " 종료"),
    troubles: [
      .limitReached: Phrase(after: " 요청 한도를 넘었습니다"),
      .blocked: Phrase(after: "에서 이 주소를 차단했습니다"),
      .maintenance: Phrase(after: " 점검 중입니다"),
      .keyRefused: Phrase(after: "에서 키를 거부했습니다"),
      .noNetwork: Phrase(after: ": 네트워크가 끊겼습니다"),
      .certificate: Phrase(after: " 인증서를 믿을 수 없습니다"),
      .clockWrong: Phrase(after: ": 이 기기의 시계가 틀립니다"),
      .unreachable: Phrase(after: " 응답이 없습니다"),
      .refused: Phrase(after: "에서 요청을 거부했습니다"),
    ], since: Phrase(after: "부터"),
    lineHeight: 15, tail: 2,
    convention: .redUp)
}
