import Testing

@testable import Feeds

@Suite("Objects as programs send them")
struct JSONMembersTests {
  private func read(_ text: String, countMax: Int = 4) -> [(
    name: String, value: JSONMembers.Value
  )]? {
    JSONMembers.read(Array(text.utf8), countMax: countMax)
  }

  @Test("members come in their order, each with its kind")
  func members() {
    let members = read(" {\"a\": \"x\\n\", \"b\" : -1.5e1, \"c\": true, \"\\u0064\": null } ")
    #expect(members?.map(\.name) == ["a", "b", "c", "d"])
    #expect(members?.map(\.value) == [.text("x\n"), .number(-15), .boolean(true), .null])
    #expect(
      read("{}")?.isEmpty == true && read("{\"a\": 1e999}")?.first?.value == .number(.infinity))
  }

  @Test(
    "anything else is nothing",
    arguments: [
      "", "1", "\"a\"", "[]", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1}x", "{a:1}",
      "{\"a\":{}}", "{\"a\":[]}", "{\"a\":tru}", "{\"a\":01}", "{\"a\":1,\"a\":2}",
      "{\"a\":1,\"\\u0061\":2}", "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5}", "{\"a\":\"\u{1}\"}",
    ])
  func others(text: String) { #expect(read(text) == nil) }
}
