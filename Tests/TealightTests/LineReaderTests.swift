import Glibc
import TestSupport
import Testing

@testable import Tealight

@Suite("A file line by line")
struct LineReaderTests {
  private func lines(_ text: String, bytesMax: Int = 100) -> [LineReader.Line] {
    let file = ScratchFile(text)
    var reader = LineReader(open(file.path, O_RDONLY), bytesMax: bytesMax)
    var lines: [LineReader.Line] = []
    repeat { lines.append(reader.next()) } while lines.last?.isLine == true
    return lines
  }

  @Test("is its lines, empty ones too, and then its end")
  func plain() {
    #expect(lines("") == [.end])
    #expect(lines("a\n\nbc\n") == [.line([97]), .line([]), .line([98, 99]), .end])
    #expect(lines("a\nb") == [.line([97]), .cutOff])
  }

  @Test("is read as it is where lines are longer than what is read at once")
  func long() {
    let long = String(repeating: "x", count: 200_000)
    let found = lines("a\n\(long)\nb\n", bytesMax: 200_000)
    #expect(found == [.line([97]), .line(Array(long.utf8)), .line([98]), .end])
  }

  @Test("is left where a line is longer than allowed, by one byte or without end")
  func tooLong() {
    #expect(lines("123\n1234\n", bytesMax: 3) == [.line([49, 50, 51]), .tooLong])
    var reader = LineReader(open("/dev/zero", O_RDONLY), bytesMax: 1_000_000)
    let line = reader.next()
    #expect(line == .tooLong)
  }

  @Test("says why it cannot be read")
  func failure() {
    var reader = LineReader(open("/tmp", O_RDONLY), bytesMax: 10)
    let line = reader.next()
    #expect(line == .failed(EISDIR))
  }
}

extension LineReader.Line {
  fileprivate var isLine: Bool {
    if case .line = self { true } else { false }
  }
}
