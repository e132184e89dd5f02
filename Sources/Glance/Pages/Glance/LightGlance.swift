import Pixels
import State

/// The mood in one light: its colour, which is stronger for a stronger mood. Light of one colour is the
/// brighter, the better the day goes.
struct LightGlance {
  let depth: Depth

  func draw(_ scene: GlanceScene, on frame: inout Frame) {
    frame.fill(frame.bounds, with: pixel(scene.mood))
  }

  private func pixel(_ mood: Mood) -> Pixel {
    guard depth == .colour else {
      let level = brightness(mood)
      return ColourRole.text.pixel(depth == .grey ? level : level < 8 ? 0 : 15)
    }
    let role = Face(mood).role
    switch mood {
    case .plunge, .soar, .lost: return role.pixel()
    case .down, .up: return role.pixel(8)
    case .flat: return role.pixel(5)
    case .asleep: return role.pixel(2)
    }
  }

  private func brightness(_ mood: Mood) -> UInt8 {
    switch mood {
    case .soar: 15
    case .up: 11
    case .flat: 7
    case .down: 4
    case .plunge: 2
    case .asleep: 1
    // Nothing is known of a lost market, so the light is dark.
    case .lost: 0
    }
  }
}
