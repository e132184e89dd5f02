import Pixels
import State

@testable import Glance

/// What one matrix of lights shows of a scene while time goes by.
struct MatrixFilm {
  /// The frames that rest for a second at least, until the first two come back.
  private(set) var frames: [Frame] = []
  /// Those on the way between them, too.
  private(set) var all: [Frame] = []
  /// All deadlines on the way, in milliseconds from the start.
  private(set) var deadlines: [Int64] = []

  init(of scene: Scene, _ width: Int, _ height: Int, _ depth: Depth = .mono) {
    let surface = Surface(Size(width, height), depth)
    let pages = Pages(surface, typesetter: BuiltInTypesetter())
    var frame = Frame(surface.size)
    var now: Int64 = 0
    while frames.count < 24, deadlines.count < 4_000 {
      pages.draw(scene, at: now, on: &frame)
      all.append(frame)
      let next = pages.deadline
      let isAtRest = next.isNever || next.monotonic - now >= 1_000
      if isAtRest {
        // The same beginning may belong to another end.
        if frames.count > 2, frame == frames[1], frames.last == frames[0] {
          frames.removeLast()
          return
        }
        frames.append(frame)
      }
      if next.isNever { return }
      deadlines.append(next.monotonic)
      now = next.monotonic
    }
  }

  /// As text, three beside each other or as many as have room.
  var text: String {
    let perLine = max(1, 100 / (frames[0].size.width + 2))
    return stride(from: 0, to: frames.count, by: perLine).map { first in
      let line = frames[first..<min(frames.count, first + perLine)].map {
        $0.text.split(separator: "\n")
      }
      return line[0].indices.map { row in
        line.map { String($0[row]) }.joined(separator: "  ")
      }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
