import Testing

@testable import Wire

@Suite struct TransferTests {
  private func fields(_ lines: String...) -> [String] {
    let transfer = Transfer(
      id: TransferID(0), url: "http://localhost", userAgent: "tealight", trusting: .system)
    for line in lines {
      Array(line.utf8).withUnsafeBytes { #expect(transfer.readHeadLine($0)) }
    }
    return transfer.fields.map { "\($0.name)=\($0.value)" }
  }

  @Test("header fields come without the blanks around them, and names in lower case")
  func blanks() {
    #expect(
      fields("HTTP/1.1 429 Wait: no\r\n", "Retry-After: \t17 \t\r\n", "X:\r\n", "\r\n")
        == ["retry-after=17", "x="])
  }

  @Test("only the last head counts")
  func heads() {
    #expect(
      fields("HTTP/1.1 200 tunnel\r\n", "Retry-After: 1\r\n", "HTTP/1.1 200 OK\r\n", "A: b\r\n")
        == ["a=b"])
  }

  @Test("a wait until a date is handed on in seconds, by the server's own clock where it tells it")
  func waits() {
    func wait(_ lines: String...) -> String? {
      let transfer = Transfer(
        id: TransferID(0), url: "http://localhost", userAgent: "tealight", trusting: .system)
      for line in lines {
        Array(line.utf8).withUnsafeBytes { #expect(transfer.readHeadLine($0)) }
      }
      return transfer.spokenFields(now: 784_111_777).last { $0.name == "retry-after" }?.value
    }
    #expect(wait("Retry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\n") == "60")
    #expect(
      wait(
        "Retry-After: Sun, 06 Nov 1994 08:50:37 GMT\r\n",
        "Date: Sun, 06 Nov 1994 08:50:30 GMT\r\n") == "7")
    #expect(wait("Retry-After: 17\r\n") == "17")
    #expect(wait("Retry-After: soon\r\n") == "soon")
  }
}
