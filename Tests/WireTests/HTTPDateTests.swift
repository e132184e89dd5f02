import Testing

@testable import Wire

@Suite struct HTTPDateTests {
  @Test(
    "each of the three forms is understood",
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
    ])
  func forms(text: String) { #expect(HTTPDate.seconds(text) == 784_111_777) }

  @Test(
    "anything else is no date",
    arguments: [
      "", "0", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37 GMT+1", "1994-11-06T08:49:37Z",
      "Sun, 06 Nov 1994 25:49:37 GMT",
    ])
  func others(text: String) { #expect(HTTPDate.seconds(text) == nil) }

  @Test("a wait is seconds or a date, never less than none")
  func waits() {
    func wait(_ text: String, date: String? = nil) -> Int64? {
      RetryAfter.seconds(text, date: date, now: 784_111_777)
    }
    #expect(wait("0") == 0 && wait("120") == 120)
    #expect(wait("99999999999999999999") == .max)
    #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT") == 120)
    #expect(wait("Sun, 06 Nov 1994 08:00:00 GMT") == 0)
    // This machine's clock may be wrong: the server's own counts.
    #expect(
      wait("Sun, 06 Nov 1994 08:51:37 GMT", date: "Sun, 06 Nov 1994 08:51:35 GMT") == 2)
    #expect(wait("Sun, 06 Nov 1994 08:51:37 GMT", date: "yesterday") == 120)
    for text in ["", "-3", "+3", "1.5", "soon"] { #expect(wait(text) == nil) }
  }
}
