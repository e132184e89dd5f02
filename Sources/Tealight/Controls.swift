import Configuration
import Devices
import Glance
import State
import Timing

/// All buttons, encoders and keys: edges in, commands out. And the motion sensor, which gives no
/// commands, but tells whether somebody is there.
struct Controls {
  fileprivate struct Button {
    var gestures: Gestures
    let binding: Binding
  }

  /// A gesture, and what it asks for.
  fileprivate struct Touch {
    let gesture: Gesture
    let command: Command
  }

  fileprivate struct BoundEncoder {
    var encoder: Encoder
    /// The inputs of its contacts.
    let a: Int
    let b: Int
    let right: Command
    let left: Command
  }

  /// What an edge goes to.
  private enum Receiver {
    case button(Int)
    case contact(Encoder.Contact, encoder: Int)
  }

  private let lines: InputLines
  private let keys: KernelKeys
  private let sensor: MotionSensor?
  private let lineReceivers: [Receiver]
  /// Buttons on lines first, then one for each key.
  private var buttons: [Button] = []
  private let firstKey: Int
  private var encoders: [BoundEncoder] = []
  /// The gestures that the last call of `commands` found, each with the number of its button or
  /// key, from 1.
  private(set) var gestures: [(key: Int, gesture: Gesture)] = []

  /// Opens the configured controls, as far as possible.
  /// - Parameters:
  ///   - open: opens an input device of the kernel.
  ///   - sense: opens the line of the motion sensor.
  ///   - report: takes a sentence for a control that cannot be opened, and for one that is there again.
  init(
    _ config: Config, open: @escaping KernelKeys.Opener = KeyFile.init(opening:isGrabbed:),
    sense: @escaping MotionSensor.Opener = MotionSensor.Line.init(opening:),
    report: @escaping (String) -> Void
  ) {
    var wired: [(wiring: InputLines.Wiring, owner: String, receiver: Receiver)] = []
    for (index, button) in config.buttons.enumerated() {
      wired.append((button.wiring, "button \(index + 1)", .button(buttons.count)))
      buttons.append(Button(button.binding))
    }
    var contacts: [Int] = []
    for (index, encoder) in config.encoders.enumerated() {
      contacts.append(wired.count)
      let owner = "encoder \(index + 1)"
      wired.append((encoder.a, owner, .contact(.a, encoder: index)))
      wired.append((encoder.b, owner, .contact(.b, encoder: index)))
      if let button = encoder.button {
        wired.append((button.wiring, owner, .button(buttons.count)))
        buttons.append(Button(button.binding))
      }
    }
    firstKey = buttons.count
    buttons += config.keys.map { Button($0.binding, debounceMilliseconds: 0) }

    let owners = wired.map(\.owner)
    var said: [String: String] = [:]
    let lines = InputLines(wired.map(\.wiring)) { input, sentence in
      // The lines of an encoder may fail in the same way: that is said once.
      let owner = owners[input]
      if said.updateValue(sentence, forKey: owner) != sentence { report("\(owner): \(sentence)") }
    }
    for (index, encoder) in config.encoders.enumerated() {
      let (a, b) = (contacts[index], contacts[index] + 1)
      encoders.append(
        BoundEncoder(
          encoder: Encoder(
            a: lines.isActive(a), b: lines.isActive(b), stepsPerDetent: encoder.stepsPerDetent),
          a: a, b: b, right: encoder.right, left: encoder.left))
    }
    self.lines = lines
    lineReceivers = wired.map(\.receiver)
    keys = KernelKeys(config.keys.map(\.wiring), open: open, report: report)
    sensor = config.presence.map { wiring in
      MotionSensor(wiring, open: sense) { report("motion sensor: \($0)") }
    }
  }

  /// Readable when something was touched.
  var descriptors: [Int32] {
    [lines.fileDescriptor, keys.fileDescriptor] + [sensor?.fileDescriptor].compactMap { $0 }
  }

  /// Whether the motion sensor saw somebody at the last call of `commands`.
  var isSomebodySeen: Bool { sensor?.seesSomebody ?? false }

  /// When `commands` is wanted although nothing is readable.
  var deadline: Deadline {
    var soonest = min(lines.deadline, keys.deadline, sensor?.deadline ?? .never)
    for button in buttons { soonest.advance(to: button.gestures.deadline) }
    for bound in encoders { soonest.advance(to: bound.encoder.deadline) }
    return soonest
  }

  /// What the user has asked for since the last call: a command for each gesture and each detent.
  mutating func commands(at now: Int64) -> [Command] {
    var commands: [Command] = []
    gestures = []
    func take(_ touches: [Touch], of button: Int) {
      for touch in touches {
        commands.append(touch.command)
        gestures.append((button + 1, touch.gesture))
      }
    }
    sensor?.look(now: now)
    for edge in lines.read(now: now) {
      switch lineReceivers[edge.input] {
      case .button(let index): take(buttons[index].handle(edge), of: index)
      // A lost line reports an edge: that is no movement of the encoder.
      case .contact where lines.lost.contains(edge.input): break
      case .contact(let contact, let index):
        encoders[index].encoder.edge(
          contact, isActive: edge.isActive, timeNanoseconds: edge.timeNanoseconds)
      }
    }
    for edge in keys.read(now: now) {
      let index = firstKey + edge.input
      take(buttons[index].handle(edge), of: index)
    }
    for index in buttons.indices { take(buttons[index].time(now), of: index) }
    for index in encoders.indices {
      let contacts: Set = [encoders[index].a, encoders[index].b]
      let isNew = !lines.found.isDisjoint(with: contacts)
      if isNew || !lines.overflowed.isDisjoint(with: contacts) {
        let (a, b) = (lines.isActive(encoders[index].a), lines.isActive(encoders[index].b))
        if isNew {
          encoders[index].encoder.restart(a: a, b: b)
        } else {
          encoders[index].encoder.resynchronise(a: a, b: b)
        }
      }
      commands += encoders[index].time(now)
    }
    return commands
  }
}

extension Controls.Button {
  fileprivate init(
    _ binding: Binding, debounceMilliseconds: Int64 = Gestures.debounceMilliseconds
  ) {
    self.binding = binding
    gestures = Gestures(
      holdIsBound: true, doublePressIsBound: binding.doublePress != nil,
      debounceMilliseconds: debounceMilliseconds)
  }

  fileprivate mutating func handle(_ edge: Edge) -> [Controls.Touch] {
    gestures.edge(isActive: edge.isActive, at: edge.time).compactMap(touch)
  }

  fileprivate mutating func time(_ now: Int64) -> [Controls.Touch] {
    gestures.time(now).compactMap(touch)
  }

  private func touch(_ gesture: Gesture) -> Controls.Touch? {
    let command: Command? =
      switch gesture {
      case .press: binding.press
      case .hold: binding.hold
      case .doublePress: binding.doublePress
      }
    return command.map { Controls.Touch(gesture: gesture, command: $0) }
  }
}

extension Controls.BoundEncoder {
  fileprivate mutating func time(_ now: Int64) -> [Command] {
    encoder.time(now).map { $0 == .right ? right : left }
  }
}
