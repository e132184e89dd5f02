import State
import TestSupport
import Testing

@testable import Configuration

@Suite("Notices as programs send them")
struct NoticeReaderTests {
  private func read(_ text: String) throws(NoticeError) -> Notice {
    try NoticeReader.notice(of: Array(text.utf8))
  }

  private func complaint(_ text: String) -> String {
    NoticeError.thrown { () throws(NoticeError) in try read(text) }?.description ?? "none"
  }

  @Test("a text is shown as usual")
  func text() throws {
    let notice = try read(" The door\nis open \n")
    #expect(notice == Notice("The door is open"))
    #expect(notice.seconds == 30 && notice.colour == .text && !notice.holds)
  }

  @Test("an object says the rest")
  func object() throws {
    let notice = try read(
      """
       {"text": "손님", "title": "초인종\\u0007", "seconds": 3600, "colour": "warning", "hold": true}
      """)
    #expect(notice.text == "손님" && notice.title == "초인종")
    #expect(notice.seconds == 3_600 && notice.colour == .warning && notice.holds)
    #expect(try read("{\"text\":\"a\"}") == Notice("a"))
    #expect(try read("{\"text\":\"a\",\"seconds\":1e0,\"title\":\"\",\"hold\":false}").seconds == 1)
  }

  @Test("what is wrong is told with what is allowed, on one line")
  func complaints() {
    let long = String(repeating: "가", count: 501)
    let table = [
      ("", "no text"), (" \n", "no text"), ("{}", "no text"), ("{\"title\":\"a\"}", "no text"),
      ("{\"text\":\"\\u0000\"}", "no text"),
      ("{\"text\":1}", "\"text\" must be a text"), ("{\"text\":null}", "\"text\" must be a text"),
      (long, "\"text\" has 501 characters; at most 500"),
      ("{\"text\":\"a\",\"title\":\"\(long)\"}", "\"title\" has 501 characters; at most 60"),
      ("{\"text\":\"a\",\"seconds\":0}", "\"seconds\" must be a whole number from 1 to 3600"),
      ("{\"text\":\"a\",\"seconds\":1.5}", "from 1 to 3600"),
      ("{\"text\":\"a\",\"seconds\":1e999}", "from 1 to 3600"),
      ("{\"text\":\"a\",\"seconds\":\"30\"}", "from 1 to 3600"),
      (
        "{\"text\":\"a\",\"colour\":\"red\"}",
        "\"colour\" must be one of \"text\", \"rise\", \"fall\", \"warning\""
      ),
      ("{\"text\":\"a\",\"hold\":1}", "\"hold\" must be true or false"),
      ("{\"text\":\"a\",\"color\":\"fall\"}", "\"color\" in a notice; did you mean \"colour\"?"),
      ("{\"text\":\"a\",\"text\":\"b\"}", "not a JSON object"),
      ("{\"text\":[\"a\"]}", "not a JSON object"), ("{\"text\":\"a\"", "not a JSON object"),
      ("{hello", "not a JSON object"), ("{\"text\":\"a\"} b", "not a JSON object"),
      (String(repeating: "a", count: 4_097), "4097 bytes is too long; at most 4096 are allowed"),
    ]
    for (text, part) in table {
      let complaint = complaint(text)
      #expect(complaint.contains(part), "\(text.prefix(60)): \(complaint)")
      #expect(!complaint.contains("\n"))
    }
    let error = NoticeError.thrown { () throws(NoticeError) in
      try NoticeReader.notice(of: [0x61, 0xFF])
    }
    #expect(error?.description.contains("not UTF-8") == true)
  }

  @Test("damaged bytes are a notice within its bounds or a complaint of one line")
  func damaged() {
    let whole = Array(
      "{\"text\":\"문 a\\n\",\"title\":\"b\",\"seconds\":60,\"colour\":\"fall\",\"hold\":true}".utf8)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes.randomElement(using: &random)!, at: place)
        }
      }
      do throws(NoticeError) {
        let notice = try NoticeReader.notice(of: bytes)
        #expect(!notice.text.isEmpty && Notice.secondsRange.contains(notice.seconds))
        let controls = (notice.text + notice.title).unicodeScalars.filter { $0.value < 0x20 }
        #expect(controls.isEmpty, "\(bytes)")
      } catch {
        #expect(!error.description.contains("\n"))
      }
    }
  }
}
