import Devices
import Glance
import Pixels
import State
import Tealight
import Timing
import Typeface

/// What a panel shows at each moment. It draws when there is something new; the frog blinks; e-paper
/// waits until a picture is worth a refresh.
struct FilmScreen {
  private(set) var frame: Frame
  /// The colour of each pixel value in it.
  private(set) var look: [Colour] = []

  private let surface: Surface
  private let typeface = Typeface { complain($0) }
  private var budget: PaperBudget?
  private var theme: Theme?
  private var pages: Pages?
  private var scene: Scene?
  /// When the same scene must be drawn again.
  private var moveAt = Deadline.never

  init(_ surface: Surface) {
    self.surface = surface
    frame = Frame(surface.size)
    if surface.medium == .paper { budget = PaperBudget() }
  }

  mutating func show(_ desk: Desk, at now: Int64) {
    wear(Theme(of: desk))
    let newest = desk.scene
    guard newest != scene || moveAt.isDue(at: now), let pages else { return }
    guard budget?.spend(on: newest, at: now) != false else { return }
    scene = newest
    let canBlink = budget == nil && pages.canBlink(newest)
    pages.blink(canBlink && Blink.isClosed(at: now))
    pages.draw(newest, at: budget == nil ? now : nil, on: &frame)
    moveAt = min(canBlink ? Blink.next(after: now) : .never, pages.deadline)
  }

  private mutating func wear(_ newest: Theme) {
    guard newest != theme else { return }
    theme = newest
    look = surface.look(newest)
    pages = Pages(surface.wearing(newest), typesetter: typeface)
    scene = nil
  }
}
