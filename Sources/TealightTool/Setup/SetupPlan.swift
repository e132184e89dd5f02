import Configuration
import Devices
import MarketData

/// What `tealight setup` does once everything is answered.
struct SetupPlan: Equatable {
  enum Step: Equatable {
    /// Makes or replaces a file.
    case write(SetupMachine.File, copy: SetupMachine.File?)
    case run([String])
    /// Shows the test card until Enter is pressed.
    case showTestCard
    case say(String)
  }

  private(set) var steps: [Step] = []
  /// What will be written and run, for people.
  private(set) var summary: [String] = []

  /// - Parameters:
  ///   - text: the configuration.
  ///   - isUnattended: whether nobody is there to look at a test card.
  init(_ board: Config.Board, _ text: String, _ machine: SetupMachine, isUnattended: Bool) {
    let isReady = machine.isReady(board)
    let restarts = changeBoot(for: board, machine, isReady: isReady)
    write(text, to: machine.configuration, machine) {
      $0.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
    showDropped(from: machine.configuration, to: text)
    if !board.devices.keys.isEmpty { readKeys(machine) }
    if isReady, !restarts, !isUnattended {
      if machine.hasService { run("stop") }
      steps.append(.showTestCard)
    }
    if machine.hasService {
      run("enable")
      if !restarts { run("restart") }
      summary.append(
        restarts
          ? "The service starts at the next boot."
          : "The service starts now and at every boot.")
    }
    let path = machine.configuration.path.onOneLine
    if restarts { steps.append(.say("Restart the machine to apply config.txt: sudo reboot")) }
    if !machine.hasService {
      let start = restarts ? "Then start" : "Start"
      steps.append(.say("\(start) tealight with: tealightd --config \(path)"))
    } else if !restarts {
      steps.append(.say("The log of the service: journalctl -u tealight"))
    }
    if !restarts, !isReady {
      steps.append(.say("The display cannot be used yet. To find out why: tealight doctor \(path)"))
    }
  }

  /// The question before the plan is carried out. If no file is written, it names the actions, as the
  /// summary does not.
  var question: String {
    func has(_ isMeant: (Step) -> Bool) -> Bool { steps.contains(where: isMeant) }
    let acts =
      (has { $0 == .showTestCard } ? ["show the test card"] : [])
      + (has { if case .run = $0 { true } else { false } } ? ["start the service"] : [])
    let writes = has { if case .write = $0 { true } else { false } }
    let act = writes || acts.isEmpty ? "go ahead" : acts.joined(separator: " and ")
    return "\(act.prefix(1).uppercased())\(act.dropFirst())? [Y/n] "
  }

  /// Lets the service read keys. Whoever reads one key may read every keyboard, so nobody may by
  /// default.
  private mutating func readKeys(_ machine: SetupMachine) {
    guard machine.hasService else {
      return steps.append(.say("The keys of the board need: \(ServiceUser.join("input"))"))
    }
    steps.append(.run(["usermod", "-aG", "input", OwnName.user]))
    summary.append("The service may read the keys of every keyboard: it joins the group input.")
  }

  /// Whether a board needs lines in `config.txt`. If a driver of the kernel's has loaded already, no
  /// line is needed. A bus may exist and still lack some lines.
  static func needsBoot(_ board: Config.Board, isReady: Bool) -> Bool {
    let isDriven = board.devices.panels.allSatisfy(\.bus.isOfKernel)
    return !board.bootLines.isEmpty && !(isDriven && isReady)
  }

  /// - Returns: whether `config.txt` changes, and the machine must be started again.
  private mutating func changeBoot(
    for board: Config.Board, _ machine: SetupMachine, isReady: Bool
  ) -> Bool {
    guard Self.needsBoot(board, isReady: isReady) else { return false }
    guard let boot = machine.boot else {
      if !isReady {
        summary.append(
          "There is no config.txt here that may be changed: only Raspberry Pi OS has one. This system must "
            + "offer the bus in its own way. To see what the board needs: tealight boards \(board.name)"
        )
      }
      return false
    }
    let changed = BootConfiguration(
      boot.text ?? "", adding: board.bootLines, for: "tealight: \(board.title)")
    for line in board.devices.panels.contains(where: \.bus.isSPI) ? changed.otherSelects : [] {
      summary.append(
        "Remove \(line) from config.txt unless something else needs it: it changes how displays on SPI are selected."
          .onOneLine)
    }
    if changed.isComplete { return false }
    write(changed.text, to: boot, machine) { _ in changed.difference }
    return true
  }

  private mutating func write(
    _ text: String, to file: SetupMachine.File, _ machine: SetupMachine,
    shown: (String) -> [String]
  ) {
    if file.text == text { return summary.append("\(file.path) needs no change.".onOneLine) }
    let copy = file.text.map { SetupMachine.File(path: machine.copyPath(of: file.path), text: $0) }
    steps.append(.write(.init(path: file.path, text: text), copy: copy))
    let name = copy?.path.split(separator: "/").last
    let kept = name.map { " (the old one stays as \($0))" } ?? ""
    summary.append("New: \(file.path)\(kept)".onOneLine)
    summary += shown(text).map { $0.isEmpty ? "" : "  \($0)" }
    summary.append("")
  }

  /// What the old file says and the new one does not, comments left out.
  private mutating func showDropped(from old: SetupMachine.File, to new: String) {
    func lines(_ text: String) -> [String] {
      text.split(whereSeparator: \.isNewline).map { String($0.drop { " \t".contains($0) }) }
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
    }
    let kept = Set(lines(new))
    let dropped = lines(old.text ?? "").filter { !kept.contains($0) }
    guard !dropped.isEmpty else { return }
    summary.append("These lines of the old file are dropped:")
    summary += dropped.map { "  - \($0.onOneLine)" }
    summary.append("")
  }

  private mutating func run(_ verb: String) {
    steps.append(.run(["systemctl", verb, "tealight"]))
  }
}

extension PanelBus {
  fileprivate var isSPI: Bool { if case .spi = self { true } else { false } }

  /// Whether a driver of the kernel's shows pictures on it.
  fileprivate var isOfKernel: Bool {
    switch self {
    case .framebuffer, .led: true
    case .i2c, .spi, .gpio, .record: false
    }
  }
}
