import Pixels
import TestSupport
import Testing

@testable import Web

/// A viewer that believes what the stream's description says, and nothing else.
struct ViewerModel {
  private(set) var frame: Frame?
  private(set) var colours: [Colour] = []
  private(set) var outline = Surface.Outline.rectangle
  private(set) var brightness = -1
  private(set) var names: [String] = []

  mutating func read(_ events: [UInt8]) throws {
    let text = String(decoding: events, as: UTF8.self)
    for event in text.split(separator: "\n\n") {
      let lines = event.split(separator: "\n")
      try #require(lines.count == 2 && lines[0].hasPrefix("event: "))
      let data = lines[1].dropFirst("data: ".count).split(separator: " ")
      try #require(data.count == 2 && data[0] == "3")
      names.append(String(lines[0].dropFirst("event: ".count)))
      try apply(names.last!, Self.bytes(data[1]))
    }
  }

  private mutating func apply(_ name: String, _ bytes: [UInt8]) throws {
    func two(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    switch name {
    case "size":
      frame = Frame(Size(two(0), two(2)))
      outline = bytes[4] == 1 ? .circle : .rectangle
    case "palette":
      try #require(bytes.count == 768)
      colours = stride(from: 0, to: 768, by: 3).map {
        Colour(UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2]))
      }
    case "light": brightness = Int(bytes[0])
    default:
      var at = 0
      while at < bytes.count {
        let (x, y, width, height) = (two(at), two(at + 2), two(at + 4), two(at + 6))
        at += 8
        var values: [UInt8] = []
        while values.count < width * height {
          let head = Int(bytes[at])
          try #require(head != 128)
          if head < 128 {
            values += bytes[(at + 1)...(at + 1 + head)]
            at += 2 + head
          } else {
            values += [UInt8](repeating: bytes[at + 1], count: 257 - head)
            at += 2
          }
        }
        try #require(values.count == width * height)
        for (place, value) in values.enumerated() {
          frame![x + place % width, y + place / width] = value
        }
      }
    }
  }

  private static func bytes(_ base64: Substring) -> [UInt8] {
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bits: UInt32 = 0
    var count = 0
    var bytes: [UInt8] = []
    for letter in base64.utf8 where letter != UInt8(ascii: "=") {
      bits = bits << 6 | UInt32(letters.firstIndex(of: letter)!)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> UInt32(count) & 255))
      }
    }
    return bytes
  }
}

@Suite("What a viewer gets of a panel")
struct PictureStreamTests {
  private static let sizes = [
    Size(1, 1), Size(8, 8), Size(32, 8), Size(300, 1), Size(1, 144), Size(84, 48), Size(128, 64),
    Size(240, 240), Size(320, 240),
  ]

  @Test("applied, equals the frame, whatever came before", arguments: 0..<90)
  func property(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let size = Self.sizes[seed % Self.sizes.count]
    var frame = Frame(size)
    var stream = PictureStream(panel: 3)
    var viewer = ViewerModel()
    for step in 0..<4 {
      let theme = Bool.random(using: &random) ? Theme.dark(.greenRed) : .dark(.redBlue)
      // A few rectangles of noise, of one value, or of stripes.
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let left = Int.random(in: 0..<size.width, using: &random)
        let top = Int.random(in: 0..<size.height, using: &random)
        let right = Int.random(in: left..<size.width, using: &random)
        let bottom = Int.random(in: top..<size.height, using: &random)
        let kind = Int.random(in: 0..<3, using: &random)
        let value = UInt8.random(in: 0...255, using: &random)
        for y in top...bottom {
          for x in left...right {
            frame[x, y] =
              kind == 0
              ? UInt8.random(in: 0...255, using: &random) : kind == 1 ? value : UInt8(x / 3 & 255)
          }
        }
      }
      let light = Int.random(in: 0...100, using: &random)
      let picture = WebPicture(
        frame, colours: theme.colours, outline: step == 3 ? .circle : .rectangle,
        brightness: light)
      try viewer.read(stream.advance(to: picture))
      #expect(viewer.frame == frame && viewer.colours == theme.colours)
      #expect(viewer.brightness == light && viewer.outline == picture.outline)
      #expect(stream.advance(to: picture).isEmpty)
    }
  }

  @Test("another theme costs a palette and no pixels, another size everything")
  func kinds() throws {
    var stream = PictureStream(panel: 3)
    var viewer = ViewerModel()
    var frame = Frame(Size(128, 64))
    frame[5, 5] = 0x1F
    try viewer.read(stream.advance(to: WebPicture(frame, colours: Theme.dark(.greenRed).colours)))
    #expect(viewer.names == ["size", "palette", "pixels", "light"])
    try viewer.read(stream.advance(to: WebPicture(frame, colours: Theme.dark(.redBlue).colours)))
    #expect(viewer.names.dropFirst(4) == ["palette"])
    let turned = Frame(Size(64, 128))
    try viewer.read(stream.advance(to: WebPicture(turned, colours: Theme.dark(.redBlue).colours)))
    #expect(viewer.names.dropFirst(5) == ["size"] && viewer.frame == turned)
  }

  @Test("few changed pixels cost few bytes")
  func size() {
    var stream = PictureStream(panel: 3)
    var frame = Frame(Size(240, 240))
    _ = stream.advance(to: WebPicture(frame, colours: Theme.dark(.greenRed).colours))
    frame[0, 0] = 31
    frame[239, 239] = 31
    let change = stream.advance(to: WebPicture(frame, colours: Theme.dark(.greenRed).colours))
    #expect(change.count < 60)
  }

  @Test("base64 is as RFC 4648 has it")
  func base64() {
    let texts = ["", "f", "fo", "foo", "foob", "fooba", "foobar"]
    #expect(
      texts.map { Base64.encode(Array($0.utf8)[...], .standard) } == [
        "", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy",
      ])
    #expect(Base64.encode([0xFB, 0xFF], .url) == "-_8")
  }
}
