extension Words {
  static let korean = Words(
    units: [
      Unit(exponent: 4, name: "만"), Unit(exponent: 8, name: "억"), Unit(exponent: 12, name: "조"),
    ],
    seconds: "초", minutes: "분", hours: "시간", days: "일",
    polling: "조회", stale: "지연", offline: "끊김",
    at: Phrase(after: " 기준"), stopped: Phrase(after: " 종료"),
    troubles: [
      .limitReached: Phrase(after: " 요청 한도 초과"),
      .blocked: Phrase(after: " 주소 차단"),
      .maintenance: Phrase(after: " 점검 중"),
      .keyRefused: Phrase(after: " 키 거부"),
      .noNetwork: Phrase(after: ": 네트워크 없음"),
      .certificate: Phrase(after: " 인증서 오류"),
      .clockWrong: Phrase(after: ": 기기 시계 오류"),
      .unreachable: Phrase(after: " 응답 없음"),
      .refused: Phrase(after: " 요청 거부"),
    ], since: Phrase(after: "부터"),
    lineHeight: 15, tail: 2,
    convention: .redUp)
}
