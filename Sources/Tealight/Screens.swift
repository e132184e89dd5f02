import Configuration
import Devices
import Glance
import Pixels
import State
import Timing

/// All displays: what they show, in which colours, how bright they are, and for how long each has
/// been lit.
struct Screens {
  private(set) var all: [Screen]
  private(set) var lighting: Lighting
  private var litHours: LitHours
  /// The scene that they show; nil where it must be drawn again.
  private var scene: Scene?
  /// The theme and colours of the displays; nil until the next draw sets them.
  private var theme: (name: ThemeName, colours: ColourConvention)?
  /// The index of the display that was flushed last.
  private var flushed = -1

  /// Once buses have been in use for so long in a turn, no further display is flushed in it: each
  /// may use its bus for 40 ms.
  private static let busMicrosecondsMax: Int64 = 4_000

  init(_ screens: [Screen], lighting: Lighting, litHours: LitHours) {
    (all, self.lighting, self.litHours) = (screens, lighting, litHours)
  }

  /// Whether at least one of them is off.
  var isAnyOff: Bool { all.contains(where: \.isOff) }

  /// Whether each of them has shown a picture, or cannot.
  var haveStarted: Bool { all.allSatisfy(\.display.hasStarted) }

  /// When `advance` or `flush` is wanted, by the monotonic clock.
  var deadline: Deadline {
    all.reduce(min(lighting.deadline, litHours.deadline)) { min($0, $1.deadline) }
  }

  /// Descriptors that wake the loop when a display has something to do: paper that is ready for more.
  var watches: [Loop.Watch] {
    all.compactMap { screen in
      screen.display.wakeDescriptor.map { descriptor in
        Loop.Watch(descriptor: descriptor) {
          screen.refresh()
          return []
        }
      }
    }
  }

  /// The user has done something.
  mutating func touch(at now: Moment) { lighting.touch(at: now) }

  /// Whether a motion sensor sees somebody now.
  mutating func see(_ isSomebodySeen: Bool, at now: Moment) {
    lighting.see(isSomebodySeen, at: now)
  }

  /// Makes the displays as bright as a user orders.
  mutating func obey(_ order: LightOrder, at now: Moment) {
    countLight(until: now.monotonic)
    lighting.obey(order, at: now)
    _ = light()
  }

  /// Counts how long the displays have been lit, and follows the plan of the lighting.
  /// - Returns: whether a picture must be drawn again.
  mutating func advance(to now: Moment, utcOffsetSeconds: Int) -> Bool {
    if litHours.deadline.isDue(at: now.monotonic) { countLight(until: now.monotonic) }
    guard lighting.update(at: now, utcOffsetSeconds: utcOffsetSeconds) else { return false }
    countLight(until: now.monotonic)
    return light()
  }

  /// Makes the next draw repeat the scene even if it has not changed.
  mutating func invalidate() { scene = nil }

  /// Draws the scene of the desk in the colours of the desk, if either has changed.
  /// - Parameter heardAt: when the message arrived that the scene may show, in microseconds.
  mutating func draw(_ desk: Desk, at now: Int64, heardAt: Int64?) {
    guard !all.isEmpty else { return }
    let isWorn = theme.map { $0 == (desk.theme, desk.colours) } ?? false
    if !isWorn {
      theme = (desk.theme, desk.colours)
      scene = nil
      let theme = Theme(of: desk)
      for screen in all { screen.wear(theme) }
    }
    let newest = desk.scene
    guard newest != scene else { return }
    scene = newest
    for screen in all { screen.draw(newest, at: now, heardAt: heardAt) }
  }

  /// Sends what is due. Displays for which there is no time wait for the next turn, which begins with them.
  /// - Returns: for each display that now shows a message completely, when the message arrived, in
  ///   microseconds.
  mutating func flush(at now: Int64) -> [Int64] {
    var heard: [Int64] = []
    var used: Int64 = 0
    for _ in all where used < Self.busMicrosecondsMax {
      flushed = (flushed + 1) % all.count
      let screen = all[flushed]
      used -= screen.busMicroseconds
      if let time = screen.flush(now: now) { heard.append(time) }
      used += screen.busMicroseconds
    }
    return heard
  }

  /// Milliseconds that a display whose pixels age has been lit; nil for others.
  func litMilliseconds(of screen: Screen, at now: Int64) -> Int64? {
    litHours.milliseconds(of: screen.display.name, isLit: !screen.isOff, at: now)
  }

  /// Opens the panels that are configured now, and blanks those that are no longer configured.
  /// - Parameter isWatched: whether browsers may look in: if there is no other display, they get
  ///   one of their own.
  mutating func replacePanels(
    _ root: CompositionRoot, _ typesetter: any Typesetter, isWatched: Bool, language: Language,
    clock: Clock, at now: Moment
  ) {
    let wirings = root.config.panels
    countLight(until: now.monotonic)
    litHours.save(at: now.monotonic)
    // New panels may need the buses and lines of panels that are removed.
    let leaving = all.filter { $0.wiring.map { !wirings.contains($0) } ?? false }
    all.removeAll { screen in leaving.contains { $0 === screen } }
    // The other panels must not be kept waiting.
    leaving.end(clock, language, givingBack: true, withinMilliseconds: 300)
    // A device that was missing or in use may be there and free by now.
    for screen in all { screen.tryAgain() }
    for wiring in wirings where !all.contains(where: { $0.wiring == wiring }) {
      all.append(Screen(root.panel(wiring), of: wiring, typesetter: typesetter, art: nil))
    }
    // Panels come before all others, in the order of the configuration: the broker is told of the
    // first display.
    let panels = wirings.compactMap { wiring in all.first { $0.wiring == wiring } }
    all = panels + all.filter { $0.wiring == nil }
    if !panels.isEmpty || !isWatched {
      all.removeAll(where: \.isStandIn)
    }
    if isWatched, all.isEmpty {
      all = [Screen(root.standIn, typesetter: typesetter, art: nil)]
    }
    litHours.count(only: all.countedNames)
  }

  /// Forgets each display that is gone.
  /// - Returns: whether a display is left that is not a stand-in.
  mutating func removeGone() -> Bool {
    all.removeAll(where: \.display.isGone)
    return !all.allSatisfy(\.isStandIn)
  }

  /// Draws with other faces and marks from now on, and follows another plan of the lighting where
  /// one is given.
  mutating func reconfigure(
    as root: CompositionRoot, _ lighting: Config.Lighting?, at now: Moment, utcOffsetSeconds: Int
  ) {
    let (art, marks) = (root.faces(), root.marks())
    for screen in all {
      screen.reconfigure(
        art: art, marks: marks, paper: root.config.paper, blinks: root.config.blinks)
    }
    (theme, scene) = (nil, nil)
    if let lighting {
      self.lighting.reconfigure(as: lighting, at: now)
      _ = self.lighting.update(at: now, utcOffsetSeconds: utcOffsetSeconds)
    }
    _ = light()
  }

  /// Saves how long the displays have been lit so far.
  mutating func save(at now: Int64) {
    countLight(until: now)
    litHours.save(at: now)
  }

  /// Blanks every display, within a time limit.
  mutating func end(_ clock: Clock, _ language: Language) {
    all.end(clock, language, givingBack: true)
    litHours.finish(withinMilliseconds: 200)
  }

  private mutating func light() -> Bool {
    var needsDrawing = false
    for screen in all where screen.follow(lighting) { needsDrawing = true }
    if needsDrawing { scene = nil }
    return needsDrawing
  }

  private mutating func countLight(until now: Int64) {
    litHours.count(until: now, lit: all.filter { !$0.isOff }.map(\.display.name))
  }
}
