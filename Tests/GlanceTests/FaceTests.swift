import Pixels
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite struct FaceTests {
  static let sides = Array(8...25) + [32, 40, 60]

  private func lit(_ frame: Frame) -> [Bool] { frame.pixels.map { $0 & 15 >= 8 } }

  @Test("moods are unlike each other in one bit at every size", arguments: sides)
  func moods(side: Int) {
    let faces = Mood.allCases.map { lit(Face($0).draw(side: side, depth: .mono)) }
    for (index, face) in faces.enumerated() {
      for other in faces.dropFirst(index + 1) {
        let differing = zip(face, other).count { $0 != $1 }
        #expect(differing >= max(4, side * side / 32), "\(Mood.allCases[index]) at \(side)")
      }
    }
  }

  @Test("the newest candle shows in eyes or mouth, at every size", arguments: sides)
  func leans(side: Int) {
    for depth in [Depth.mono, .colour] {
      for mood in [Mood.plunge, .down, .flat, .up, .soar] {
        let faces = (-1...1).map { Face(mood, lean: $0).draw(side: side, depth: depth) }
        #expect(faces[0] != faces[1] && faces[1] != faces[2] && faces[0] != faces[2], "\(mood)")
      }
    }
  }

  @Test("at sixteen pixels in one bit every two moods differ in twenty, however they are laid over")
  func distances() {
    let side = 16
    let faces = Mood.allCases.map { lit(Face($0).draw(side: side, depth: .mono)) }
    func isLit(_ face: [Bool], _ x: Int, _ y: Int) -> Bool {
      x >= 0 && y >= 0 && x < side && y < side && face[y * side + x]
    }
    /// Of the one with the other moved by so much.
    func distance(_ one: [Bool], _ other: [Bool], _ dx: Int, _ dy: Int) -> Int {
      (-1...side).reduce(0) { sum, y in
        sum + (-1...side).count { isLit(one, $0, y) != isLit(other, $0 + dx, y + dy) }
      }
    }
    for (index, face) in faces.enumerated() {
      for (number, other) in faces.enumerated().dropFirst(index + 1) {
        let least = (-1...1).flatMap { dx in (-1...1).map { distance(face, other, dx, $0) } }.min()!
        #expect(least >= 20, "\(Mood.allCases[index]) \(Mood.allCases[number])")
      }
    }
  }

  @Test("it stays a green frog, and the market's colour is beside it", arguments: sides)
  func identity(side: Int) {
    for mood in Mood.allCases {
      let face = Face(mood)
      let pixels = face.draw(side: side, depth: .colour).pixels
      let own: Set<UInt8> = [ColourRole.skin.rawValue, ColourRole.belly.rawValue]
      #expect(pixels.count { own.contains($0 >> 4) } * 2 >= pixels.count { $0 != 0 }, "\(mood)")
      #expect(pixels.count { $0 >> 4 == face.role.rawValue } * 40 >= side * side, "\(mood)")
    }
  }

  @Test("a tired frog has no horns: its head is that of any other", arguments: [24, 32, 64, 120])
  func horns(side: Int) {
    /// The first row of each column that is not paper, down to the eyes.
    func outline(_ mood: Mood) -> [Int?] {
      let face = Face(mood).draw(side: side, depth: .mono)
      return (0..<side).map { x in (0..<side).first { face[x, $0] != 0 } }
    }
    #expect(outline(.down) == outline(.flat))
  }

  @Test("a sleeper's Z is as thick as other lines")
  func sleep() {
    let face = Face(.asleep).draw(side: 120, depth: .colour)
    let rows = (0..<24).map { face[54, $0] >> 4 == ColourRole.text.rawValue }
    let bar = rows.drop { !$0 }.prefix { $0 }
    #expect((4...8).contains(bar.count))
  }

  @Test("a blink closes open eyes and changes nothing else", arguments: sides)
  func blink(side: Int) {
    for depth in [Depth.mono, .colour] {
      for mood in Mood.allCases {
        var face = Face(mood)
        let open = face.draw(side: side, depth: depth)
        face.isBlinking = true
        let closed = face.draw(side: side, depth: depth)
        #expect((open != closed) == face.canBlink, "\(mood)")
        let changed = open.difference(from: closed)
        #expect(changed.map { $0.bottom * 7 <= side * 3 } ?? true, "\(mood)")
      }
    }
  }

  @Test("eyes are bright with dark pupils on dark and on bright grounds")
  func eyes() {
    for (ground, isTextBright) in [(Theme.Ground.dark, true), (.night, true), (.light, false)] {
      let theme = Theme(Theme.Name(ground, .redBlue))
      let face = Face(.up).draw(side: 60, depth: .colour, isTextBright: isTextBright)
      #expect(theme[face[16, 16]].luma < theme[face[16, 7]].luma, "\(ground)")
    }
  }

  @Test("one bit has no half-lit pixels, and both depths have the size asked for")
  func depths() {
    for side in [8, 11, 12, 15, 16, 33] {
      for mood in Mood.allCases {
        let face = Face(mood).draw(side: side, depth: .mono)
        #expect(face.size == Size(side, side))
        #expect(face.pixels.allSatisfy { $0 == 0 || $0 & 15 == 15 })
      }
    }
  }

  @Test("eight dots are a happy and a sad frog")
  func frogs() {
    #expect(
      Face(.up).draw(side: 8, depth: .mono).text == """
        ###..###
        #.#..#.#
        ########
        ########
        #.####.#
        ##....##
        .######.
        ........
        """)
    #expect(
      Face(.down, lean: -1).draw(side: 8, depth: .mono).text == """
        ###..###
        ###..###
        #.####.#
        ########
        ##....##
        #.####.#
        .######.
        ........
        """)
  }

  @Test("a user's picture is shrunk to fit, stands on the ground, and keeps its proportions")
  func art() throws {
    let red: [UInt8] = [0xFF, 0x5F, 0x57, 255]
    let clear: [UInt8] = [255, 255, 255, 0]
    // Forty by twenty, its right half see-through.
    let row = [[UInt8]](repeating: red, count: 20) + [[UInt8]](repeating: clear, count: 20)
    let rows = [[[UInt8]]](repeating: row, count: 20)
    let picture = FaceArt.Picture(size: Size(40, 20), rgba: rows.flatMap { $0.flatMap { $0 } })
    let art = FaceArt([.up: picture], theme: .dark(.greenRed))
    #expect(art.draw(.down, side: 8, depth: .colour) == nil)
    let small = try #require(art.draw(.up, side: 8, depth: .colour))
    for y in 0..<8 {
      for x in 0..<8 { #expect(small[x, y] == (y >= 4 && x < 4 ? ColourRole.fall.pixel() : 0)) }
    }
    let large = try #require(art.draw(.up, side: 80, depth: .mono))
    #expect(lit(large).count { $0 } == 40 * 40)
    let limited = picture.limited(toSide: 8)
    #expect(limited.size == Size(8, 4) && picture.limited(toSide: 40) == picture)
    #expect(
      FaceArt([.up: limited], theme: .dark(.greenRed)).draw(.up, side: 8, depth: .colour) == small)
  }
}
