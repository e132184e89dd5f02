import Pixels

/// The face dot by dot, for where a curve has no room: 8 to 15 pixels.
enum FaceSprite {
  /// In the order of `Mood.allCases`: plunge, down, flat, up, soar, asleep, lost.
  private static let moods = """
    .#....#. ###..### ###..### ###..### .##..##. ........ .##..##.
    #.#..#.# #.#..#.# #.#..#.# #.#..#.# #..##..# ###..### #..##..#
    ######## ######## ######## ######## ######## #..##..# #......#
    ######## ######## ######## ######## ######## ######## #.#..#.#
    ##....## ##....## ######## #.####.# #......# ######## #......#
    #......# #.####.# #......# ##....## #......# ###..### #.#.#..#
    #......# ######## ######## ######## ##....## ######## #..#.#.#
    .######. .######. .######. .######. .######. .######. .######.
    """.split(separator: "\n").map { Array($0.utf8) }

  static func draw(_ face: Face, side: Int) -> Frame {
    var frame = Frame(Size(side, side))
    let mood = Mood.allCases.firstIndex(of: face.mood) ?? 0
    let margin = (side - 8) / 2
    for y in 0..<8 {
      for x in 0..<8 where moods[y][mood * 9 + x] == UInt8(ascii: "#") {
        let dot = Rect(x: margin + x, y: margin + y, width: 1, height: 1)
        frame.fill(dot, with: face.ink.pixel())
      }
    }
    return frame
  }
}
