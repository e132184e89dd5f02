import Pixels
import TestSupport
import Testing

@testable import TealightTool

@Suite("A picture that moves")
struct AnimatedPNGTests {
  private static let look = (0..<256).map { Colour(UInt32($0) * 0x010203) }

  private func file(_ frames: [Frame], scale: Int = 1) throws -> [UInt8] {
    var film = AnimatedPNG(frames[0].size, scale: scale)
    for frame in frames { try film.show(frame, in: Self.look) }
    return film.file
  }

  private func frame(_ size: Size = Size(3, 2), _ change: (inout Frame) -> Void = { _ in }) -> Frame
  {
    var frame = Frame(size)
    change(&frame)
    return frame
  }

  @Test("is a file of chunks in their order, with right checksums and numbers that count up")
  func chunks() throws {
    let frames = (0..<4).map { number in frame { $0[1, 1] = UInt8(number) } }
    let chunks = try AnimatedPNGReader(try file(frames)).chunks
    #expect(
      chunks.map(\.name) == [
        "IHDR", "acTL", "PLTE", "tRNS", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "fcTL",
        "fdAT", "IEND",
      ])
    #expect(!chunks.contains { !$0.hasRightChecksum })
    #expect(chunks[1].content == [0, 0, 0, 4, 0, 0, 0, 0])
    let numbered = chunks.filter { ["fcTL", "fdAT"].contains($0.name) }
    #expect(numbered.map { AnimatedPNGReader.number($0.content.prefix(4)) } == Array(0..<7))
  }

  @Test("is read as the frames that were shown, each as long, at every scale", arguments: 1...3)
  func composition(scale: Int) throws {
    var random = SeededGenerator(seed: UInt64(scale))
    var frames = [frame(Size(13, 9))]
    for _ in 0..<60 {
      var next = frames[frames.count - 1]
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let x = Int.random(in: 0..<13, using: &random)
        next[x, Int.random(in: 0..<9, using: &random)] = UInt8.random(in: 0..<200, using: &random)
      }
      frames.append(next)
    }
    let reader = try AnimatedPNGReader(try file(frames, scale: scale))
    #expect(reader.size == Size(13 * scale, 9 * scale))
    let expected = frames.map { frame in
      (0..<9 * scale).flatMap { y in
        (0..<13 * scale).map { Self.look[Int(frame[$0 / scale, y / scale])] }
      }
    }
    #expect(reader.tenths == expected)
    #expect(
      zip(reader.pictures, reader.pictures.dropFirst()).allSatisfy { $0.colours != $1.colours })
  }

  @Test("keeps of a frame what differs, and of one that does not its time alone")
  func differences() throws {
    let (one, other) = (frame(), frame { $0[2, 1] = 7 })
    let pictures = try AnimatedPNGReader(try file([one, one, one, other, other, one])).pictures
    #expect(pictures.map(\.tenths) == [3, 2, 1])
    #expect(
      pictures.map(\.zone) == [
        Rect(x: 0, y: 0, width: 3, height: 2), Rect(x: 2, y: 1, width: 1, height: 1),
        Rect(x: 2, y: 1, width: 1, height: 1),
      ])
    let looks = [Self.look, Self.look.map { $0 == Colour(0) ? Colour(0xffffff) : $0 }]
    var film = AnimatedPNG(Size(3, 2))
    for look in looks { try film.show(one, in: look) }
    let tenths = try AnimatedPNGReader(film.file).tenths
    #expect(tenths.map { $0[0] } == [Colour(0), Colour(0xffffff)])
  }

  @Test("has 255 colours, and refuses one more in words")
  func colours() throws {
    let full = frame(Size(255, 1)) { frame in for x in 0..<255 { frame[x, 0] = UInt8(x) } }
    var film = AnimatedPNG(Size(255, 1))
    try film.show(full, in: Self.look)
    #expect(try AnimatedPNGReader(film.file).pictures[0].colours == Array(Self.look.dropLast()))
    do {
      try film.show(frame(Size(255, 1)) { $0[0, 0] = 255 }, in: Self.look)
      Issue.record("a 256th colour is taken")
    } catch {
      #expect("\(error)" == "a film can have at most 255 colours; show fewer themes in it")
    }
  }
}
