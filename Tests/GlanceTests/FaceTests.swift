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

  @Test("eyes are bright with dark pupils on dark and on bright grounds")
  func eyes() {
    for (ground, isTextBright) in [(Theme.Ground.dark, true), (.night, true), (.light, false)] {
      let theme = Theme(Theme.Name(ground, .redBlue))
      let face = Face(.up).draw(side: 60, depth: .colour, isTextBright: isTextBright)
      #expect(theme[face[15, 15]].luma < theme[face[15, 9]].luma, "\(ground)")
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
        ########
        .######.
        """)
    #expect(
      Face(.down, lean: -1).draw(side: 8, depth: .mono).text == """
        ###..###
        ########
        #.#..#.#
        ########
        ##....##
        #.####.#
        ########
        .######.
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
  }
}
