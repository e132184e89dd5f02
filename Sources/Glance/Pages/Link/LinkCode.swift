import Pixels
import State

/// The documentation as a code that a phone reads, in whole pixels and with the quiet ground around
/// it that readers need.
struct LinkCode {
  private let code: Documentation.Code
  /// Pixels that a module is wide and high.
  let scale: Int
  private let quiet: Int
  private let isBright: Bool
  /// Columns and rows that it takes.
  var side: Int { (code.side + 2 * quiet) * scale }

  /// The first code that has room. Nil where none has: a camera does not see modules of one pixel.
  init?(_ documentation: Documentation, in room: Size, on surface: Surface) {
    let side = min(room.width, room.height)
    // Readers want four modules around it (ISO/IEC 18004, 6.3.8) and do with two: modules of two
    // pixels help them more.
    func largest(_ code: Documentation.Code) -> Int {
      max(side / (code.side + 8), min(2, side / (code.side + 4)))
    }
    // Three pixels a module are read from a hand's width, two from nearer.
    guard
      let code = documentation.codes.first(where: { largest($0) > 2 })
        ?? documentation.codes.first(where: { largest($0) > 1 })
    else { return nil }
    self.code = code
    scale = largest(code)
    quiet = side >= (code.side + 8) * scale ? 4 : 2
    isBright = surface.medium == .light
  }

  /// Whether every reader reads it.
  var isComfortable: Bool { quiet == 4 }

  /// Dark modules on a bright ground, also where lit pixels are the bright ones.
  func draw(x: Int, y: Int, on frame: inout Frame) {
    let ground = Rect(x: x, y: y, width: side, height: side)
    frame.fill(ground, with: isBright ? ColourRole.text.pixel() : 0)
    for (index, isDark) in code.isDark.enumerated() where isDark {
      let module = Rect(
        x: x + (quiet + index % code.side) * scale, y: y + (quiet + index / code.side) * scale,
        width: scale, height: scale)
      frame.fill(module, with: isBright ? 0 : ColourRole.text.pixel())
    }
  }
}
