/// A recording of what a real socket received, in the format of cryptofeed's raw files.
///
/// One line each: `URL <-> T` (connected), `URL <- T: TEXT` (sent), `T: b'…'` (received in a
/// binary frame, as Python spells bytes), `T: …` (received in a text frame). T: Unix seconds.
public struct Capture: Equatable, Sendable {
  public struct Frame: Equatable, Sendable {
    /// Unix milliseconds when it was received.
    public let time: Int64
    public let payload: [UInt8]
    public let isText: Bool
  }

  public let frames: [Frame]
  /// The codes that the client asked for and that frames name, in the order in which they appear.
  public let codes: [String]

  public init(_ bytes: [UInt8]) throws(CaptureError) {
    var frames: [Frame] = []
    var codes: [String] = []
    var seen: Set<String> = []
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard !line.isEmpty else { continue }
      if let asked = Self.asked(line) {
        for code in asked where seen.insert(code).inserted { codes.append(code) }
        continue
      }
      frames.append(try Self.frame(line, number: number))
    }
    guard !frames.isEmpty else { throw CaptureError(line: nil, reason: "no frame in it") }
    self.frames = frames
    for frame in frames {
      for message in CapturedMessage.messages(in: frame.payload) {
        if let code = message.code, seen.insert(code).inserted { codes.append(code) }
      }
    }
    self.codes = codes
  }

  /// The codes in what the client did: `wss://… <-> T`, `wss://… <- T: TEXT`. Nil for other lines.
  private static func asked(_ line: ArraySlice<UInt8>) -> [String]? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 3)
    guard words.count >= 3, words[0].first.map({ $0 > UInt8(ascii: "9") }) == true,
      words[1].elementsEqual("<->".utf8) || words[1].elementsEqual("<-".utf8)
    else { return nil }
    let parts = words.count == 4 ? JSONValue(words[3])?.elements ?? [] : []
    return parts.flatMap { ($0["codes"]?.elements ?? []).compactMap(\.text) }
  }

  private static func frame(_ line: ArraySlice<UInt8>, number: Int) throws(CaptureError) -> Frame {
    func failure(_ reason: String) -> CaptureError { CaptureError(line: number, reason: reason) }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let seconds = Double(String(decoding: line[..<colon], as: UTF8.self)),
      0..<1e11 ~= seconds
    else { throw failure("it must begin with a time in seconds and a colon, or with a URL") }
    let rest = line[(colon + 1)...]
    guard rest.first == UInt8(ascii: " ") else { throw failure("no blank after the colon") }
    let text = rest.dropFirst()
    let time = Int64((seconds * 1_000).rounded())
    guard text.first == UInt8(ascii: "b"), text.count >= 2,
      let quote = text.dropFirst().first, [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(quote)
    else { return Frame(time: time, payload: Array(text), isText: true) }
    guard text.count >= 3, text.last == quote,
      let payload = unescaped(text.dropFirst(2).dropLast(), quote: quote)
    else { throw failure("these are no bytes as Python spells them") }
    return Frame(time: time, payload: payload, isText: false)
  }

  /// Nil for an escape that Python's bytes do not have, or an unescaped quote or end.
  private static func unescaped(_ text: ArraySlice<UInt8>, quote: UInt8) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        guard byte != quote, byte < 0x80 else { return nil }
        bytes.append(byte)
        continue
      }
      guard let mark = rest.popFirst() else { return nil }
      switch mark {
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): bytes.append(mark)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        guard rest.count >= 2,
          let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }
}

/// Why a file is no capture.
public struct CaptureError: Error, Equatable, CustomStringConvertible {
  /// Counted from 1; nil where the whole file is meant.
  public let line: Int?
  public let reason: String

  public var description: String {
    line.map { "line \($0): \(reason)" } ?? reason
  }
}
