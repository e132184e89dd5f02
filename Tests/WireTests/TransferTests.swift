import Testing

@testable import Wire

@Suite struct TransferTests {
  private func fields(_ lines: String...) -> [String] {
    let transfer = Transfer(id: 0, url: "http://localhost", caFile: nil)
    for line in lines {
      Array(line.utf8).withUnsafeBytes { #expect(transfer.takeHead($0)) }
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
}
