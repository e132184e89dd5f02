import Devices
import Glance

/// The buttons: edges in, commands out.
struct Controls {
  /// What a button does for each gesture.
  struct Binding {
    var press: Command?
    var hold: Command?
    var doublePress: Command?
  }

  private let lines: ButtonLines
  private let bindings: [Binding]
  private var gestures: [Gestures]

  /// - Parameter bindings: one for each button, in the order of the lines.
  init(lines: ButtonLines, bindings: [Binding]) {
    self.lines = lines
    self.bindings = bindings
    gestures = bindings.map {
      Gestures(holdIsBound: $0.hold != nil, doublePressIsBound: $0.doublePress != nil)
    }
  }

  var descriptor: Int32 { lines.fileDescriptor }

  /// When `commands` is wanted although no edge comes.
  var deadline: Int64? { gestures.compactMap(\.deadline).min() }

  /// What hands have asked for since the last call.
  mutating func commands(at now: Int64) -> [Command] {
    var commands: [Command] = []
    for edge in lines.read(now: now) {
      let found = gestures[edge.button].edge(isActive: edge.isActive, at: edge.time)
      commands += found.compactMap { bindings[edge.button].command(for: $0) }
    }
    for button in gestures.indices {
      let found = gestures[button].time(now)
      commands += found.compactMap { bindings[button].command(for: $0) }
    }
    return commands
  }
}

extension Controls.Binding {
  fileprivate func command(for gesture: Gesture) -> Command? {
    switch gesture {
    case .press: press
    case .hold: hold
    case .doublePress: doublePress
    }
  }
}
