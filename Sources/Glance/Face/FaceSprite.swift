import Pixels
import State

/// The face dot by dot, for where a curve has no room: 8 to 15 pixels.
enum FaceSprite {
  /// Eight dots square, in the order of `Mood.allCases`: plunge, down, flat, up, soar, asleep, lost.
  private static let small = """
    .#....#. ###..### ###..### ###..### .##..##. ........ .##..##.
    #.#..#.# #.#..#.# #.#..#.# #.#..#.# #..##..# ###..### #..##..#
    ######## ######## ######## ######## ######## #..##..# #......#
    ######## ######## ######## ######## ######## ######## #.#..#.#
    ##....## ##....## ######## #.####.# #......# ######## #......#
    #......# #.####.# #......# ##....## #......# ###..### #.#.#..#
    #......# ######## ######## ######## ##....## ######## #..#.#.#
    .######. .######. .######. .######. .######. .######. .######.
    """

  /// The same, twelve dots square.
  private static let large = """
    .###....###. .###....###. .###....###. .###....###. .###....###. ........###. .###....###.
    #.###..###.# #####..##### #...#..#...# #...#..#...# #####..##### ..........#. #...#..#...#
    ##.##..##.## #.###..###.# #.#.#..#.#.# #.#.#..#.#.# ##.##..##.## .###....###. #.#.#..#.#.#
    #.###..###.# #...#..#...# #...#..#...# #...#..#...# #.#.#..#.#.# #####..##### #...#..#...#
    ############ ############ ############ ############ ############ #...#..#...# #....##....#
    ############ ############ ############ ############ ############ ############ #..........#
    ############ ############ ############ ############ #..........# ############ #..........#
    ####....#### ####....#### ############ ##.######.## #..........# ############ #..#...#...#
    ##........## ###.####.### ##........## ###.####.### ##........## ############ #.#.#.#.#.##
    #..........# ##.######.## ############ ####....#### ###......### #####..##### ##...#...#.#
    .##########. .##########. .##########. .##########. .####..####. .##########. .#........#.
    ..########.. ..########.. ..########.. ..########.. ..########.. ..########.. ..########..
    """

  static func draw(_ face: Face, side: Int) -> Frame {
    let dots = side < 12 ? 8 : 12
    let rows = leaning(
      face, (side < 12 ? small : large).split(separator: "\n").map { Array($0.utf8) })
    let mood = Mood.allCases.firstIndex(of: face.mood) ?? 0
    let margin = (side - dots) / 2
    var frame = Frame(Size(side, side))
    for y in 0..<dots {
      for x in 0..<dots where rows[y][mood * (dots + 1) + x] == UInt8(ascii: "#") {
        frame[margin + x, margin + y] = face.role.pixel()
      }
    }
    return frame
  }

  /// Open eyes look up or down; an open mouth opens more or less.
  private static func leaning(_ face: Face, _ art: [[UInt8]]) -> [[UInt8]] {
    guard face.lean != 0 else { return art }
    var rows = art
    switch face.mood {
    case .down, .flat, .up:
      let eyes = art.count / 5
      rows.swapAt(eyes, eyes - face.lean)
    case .plunge, .soar:
      let mouth = art.count == 8 ? 4 : face.mood == .soar ? 6 : 7
      let opens = (face.lean > 0) == (face.mood == .soar)
      for row in mouth - 1...mouth {
        if opens { rows[row] = art[row + 1] } else { rows[row + 1] = art[row] }
      }
    case .asleep, .lost:
      break
    }
    return rows
  }
}
