import Configuration
import Devices
import Feeds
import MarketData
import State

/// The questions of `tealight setup`: what somebody types comes in, what is to be said and done comes
/// out. It opens and writes nothing.
struct SetupConversation {
  enum Event {
    /// What was typed, without the end of its line.
    case line(String)
    /// Nothing will be typed any more.
    case end
    /// The panels that answer on I2C: names of panels, the likeliest first.
    case panels([String])
    /// All markets; nil where no exchange can be asked.
    case directory([DirectoryEntry]?)
  }

  enum Action: Equatable {
    case say(String)
    /// Waits for a line behind this text.
    case ask(String)
    /// Reads a byte at the usual addresses of displays.
    case lookOnI2C
    case loadDirectory
    case finish(SetupPlan)
    /// Ends with this exit status.
    case giveUp(String, Int32)
  }

  /// What options have answered already.
  struct Answers {
    var board: Config.Board?
    var markets: [String] = []
    var language: Language?
    /// Asks nothing: an open question gets its usual answer.
    var isUnattended = false
    /// Nothing is written, so nothing is confirmed.
    var isRehearsal = false
  }

  private enum Question {
    case i2c, board, market, language
    case confirmation(SetupPlan)
  }

  /// How many markets are offered at once.
  private static let offeredMax = 9

  private let machine: SetupMachine
  private var answers: Answers
  private var question: Question?
  private var hasLookedOnI2C = false
  /// The boards that were found on the machine, the likeliest first.
  private var guesses: [Config.Board]
  private var markets: SetupMarkets
  /// The text that was typed last for markets: it waits while the exchanges are asked.
  private var typed = ""
  private var offered: [DirectoryEntry] = []
  private var areMarketsChosen: Bool

  init(_ machine: SetupMachine, _ answers: Answers) {
    self.machine = machine
    self.answers = answers
    markets = SetupMarkets(machine)
    areMarketsChosen = !answers.markets.isEmpty
    let named = machine.boards.filter { $0.isNamed(by: machine.hat) }
    guesses = named.count == 1 ? named : []
  }

  mutating func start() -> [Action] {
    if let error = markets.complaint(of: answers.markets) {
      return [.giveUp("--market: \(error)", 64)]
    }
    return advance()
  }

  mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .end: return [.say(""), .giveUp("nothing is written", 1)]
    case .panels(let panels): return take(panels)
    case .directory(let entries):
      markets.take(entries)
      return takeMarket(typed)
    case .line(let line):
      let line = line.trimmed
      switch question {
      case .i2c: return takeI2C(line)
      case .board: return takeBoard(line)
      case .market: return takeMarket(line)
      case .language: return takeLanguage(line)
      case .confirmation(let plan): return confirm(plan, line)
      case nil: return []
      }
    }
  }

  /// Goes on to what is not answered yet.
  private mutating func advance() -> [Action] {
    if answers.board == nil {
      if answers.isUnattended {
        guard guesses.count == 1 else {
          return [.giveUp("choose the board with --board; tealight boards lists them", 64)]
        }
        answers.board = guesses[0]
      } else {
        return askForBoard()
      }
    }
    if let complaint = machine.bootComplaint, let board = answers.board,
      SetupPlan.needsBoot(board, isReady: machine.isReady(board))
    {
      return [.giveUp(complaint, 78)]
    }
    if !areMarketsChosen {
      if !answers.isUnattended { return askForMarket() }
      answers.markets = machine.markets
      areMarketsChosen = true
    }
    if answers.language == nil {
      if !answers.isUnattended { return askForLanguage() }
      answers.language = machine.language
    }
    return present()
  }

  // MARK: The board

  private mutating func askForBoard() -> [Action] {
    if guesses.isEmpty, !hasLookedOnI2C, !machine.i2cAdapters.isEmpty {
      question = .i2c
      return [
        .say(
          "tealight can search for a display on "
            + "\(machine.i2cAdapters.joined(separator: ", ")).\n"
            + "It reads one byte at address 0x3c and one at 0x3d."),
        Self.lookPrompt,
      ]
    }
    question = .board
    let usual = guesses.first.map { " [\($0.name)]" } ?? ""
    return [
      .say("Which display or HAT do you have?"), list(machine.boards),
      .ask("Number, or a part of the name\(usual): "),
    ]
  }

  /// Some of the boards, with their numbers among all.
  private func list(_ boards: [Config.Board]) -> Action {
    var rows = Columns(areRight: [true, false, false])
    for (index, board) in machine.boards.enumerated() where boards.contains(board) {
      let mark = guesses.contains(board) ? " <- found" : ""
      rows.add(["\(index + 1)", board.title, board.name + mark])
    }
    return .say(rows.lines.joined(separator: "\n"))
  }

  private static let lookPrompt = Action.ask("Look for it? [Y/n] ")

  private mutating func takeI2C(_ line: String) -> [Action] {
    guard let isYes = Self.isYes(line) else { return [Self.lookPrompt] }
    hasLookedOnI2C = true
    return isYes ? [.lookOnI2C] : advance()
  }

  private mutating func take(_ panels: [String]) -> [Action] {
    guesses = panels.flatMap { panel in
      let fitting = machine.boards.filter { board in
        board.devices.panels.contains {
          if case .i2c = $0.bus { $0.kind.name == panel } else { false }
        }
      }
      // A bare module says less of itself than a board with buttons.
      return fitting.filter { $0.devices.buttons.isEmpty }
        + fitting.filter { !$0.devices.buttons.isEmpty }
    }
    let found =
      panels.isEmpty ? "Nothing answers there." : "One answers, perhaps an \(panels[0])."
    return [.say(found), .say("")] + advance()
  }

  private mutating func takeBoard(_ line: String) -> [Action] {
    let again = Action.ask("Number, or a part of the name: ")
    if line.isEmpty, let guess = guesses.first { return choose(guess) }
    if let number = Int(line) {
      guard machine.boards.indices.contains(number - 1) else {
        return [.say("There is no number \(number)."), again]
      }
      return choose(machine.boards[number - 1])
    }
    if let board = machine.boards.first(where: { $0.name == line }) { return choose(board) }
    let found = machine.boards.filter {
      $0.isNamed(by: line) || $0.name.contains(line.lowercased())
    }
    switch found.count {
    case 1: return choose(found[0])
    case 0:
      return [
        .say(
          "No board has \"\(line)\" in its name.\n"
            + "To set up a panel that is not in the list: man tealight.toml"),
        again,
      ]
    default: return line.isEmpty ? [again] : [list(found), again]
    }
  }

  private mutating func choose(_ board: Config.Board) -> [Action] {
    answers.board = board
    return [.say("\(board.title): \(board.summary)".onOneLine), .say("")] + advance()
  }

  // MARK: Markets

  private var marketPrompt: Action {
    if !offered.isEmpty { return .ask("Number, or another word: ") }
    return answers.markets.isEmpty
      ? .ask("Market [\(machine.markets.joined(separator: ", "))]: ")
      : .ask("Another one, or Enter to go on: ")
  }

  private mutating func askForMarket() -> [Action] {
    question = .market
    return [
      .say("Which markets do you want to see? Type a word (btc, doge, 비트) or exchange:CODE."),
      marketPrompt,
    ]
  }

  private mutating func takeMarket(_ line: String) -> [Action] {
    if line.isEmpty {
      if !offered.isEmpty {
        offered = []
        return [marketPrompt]
      }
      if answers.markets.isEmpty { answers.markets = machine.markets }
      areMarketsChosen = true
      return [.say("")] + advance()
    }
    let numbers = line.split { $0 == " " || $0 == "," }.map { Int($0) }
    if !offered.isEmpty, !numbers.contains(nil) {
      let chosen = numbers.compactMap { $0 }
      guard chosen.allSatisfy({ offered.indices.contains($0 - 1) }) else {
        return [.say("Numbers go from 1 to \(offered.count)."), marketPrompt]
      }
      return add(chosen.map { offered[$0 - 1].market })
    }
    typed = line
    if line.contains(":") || line.contains("/") {
      return add(line.split { $0 == " " || $0 == "," }.map(String.init))
    }
    return markets.areKnown ? offer(line) : Self.asking
  }

  private static let asking: [Action] = [
    .say("Asking the exchanges for their markets …"), .loadDirectory,
  ]

  private mutating func add(_ names: [String]) -> [Action] {
    if let error = markets.complaint(of: names) { return [.say(error), marketPrompt] }
    guard markets.areKnown else { return Self.asking }
    let (taken, refusals) = markets.admit(names)
    let said = refusals.map { Action.say($0) }
    if taken.isEmpty { return said + [marketPrompt] }
    answers.markets += taken.filter { !answers.markets.contains($0) }
    offered = []
    return said + [.say("Shown: \(answers.markets.joined(separator: ", "))"), marketPrompt]
  }

  /// Offers the markets that have the words.
  private mutating func offer(_ words: String) -> [Action] {
    let (found, note) = markets.find(words)
    let said = note.map { [Action.say($0)] } ?? []
    if found.isEmpty {
      return said
        + [.say("No market has \"\(words)\" in its name or code.".onOneLine), marketPrompt]
    }
    offered = Array(found.prefix(Self.offeredMax))
    var rows = Columns(areRight: [true, false, false, false])
    for (index, entry) in offered.enumerated() {
      let names = entry.listing.names
      rows.add([
        "\(index + 1)", entry.market, names.english,
        names.korean == names.english ? "" : names.korean,
      ])
    }
    let more = found.count - offered.count
    return said + [.say(rows.lines.joined(separator: "\n"))]
      + (more > 0 ? [.say("and \(more) more: add a word for fewer, as in btc usd")] : [])
      + [marketPrompt]
  }

  // MARK: The language

  private static let languages = Language.allCases.map(\.rawValue).joined(separator: " or ")

  private mutating func askForLanguage() -> [Action] {
    question = .language
    return [.ask("Language of the display, \(Self.languages) [\(machine.language.rawValue)]: ")]
  }

  private mutating func takeLanguage(_ line: String) -> [Action] {
    guard let language = line.isEmpty ? machine.language : Language(rawValue: line.lowercased())
    else {
      let sentence = "There is no language \"\(line)\"; type \(Self.languages)."
      return [.say(sentence.onOneLine)] + askForLanguage()
    }
    answers.language = language
    return [.say("")] + advance()
  }

  // MARK: What is to be done

  /// Shows all that would be written, and asks once.
  private mutating func present() -> [Action] {
    guard let board = answers.board, let language = answers.language else { return [] }
    let text = """
      # Written by tealight setup. tealight.toml(5) explains every key.
      language = \(language.rawValue.asJSON)
      markets = [\(answers.markets.map(\.asJSON).joined(separator: ", "))]

      [[display]]
      board = \(board.name.asJSON)

      """
    if machine.hasService, ServiceUser.isHidden(board.name) {
      return [
        .giveUp(
          "the service sees no home folder and no folder for temporary files: copy "
            + "\(board.name.onOneLine) to /etc/tealight, and name "
            + "it there", 64)
      ]
    }
    let complaints = machine.complaints(text)
    guard complaints.isEmpty else {
      return [.giveUp(complaints.joined(separator: "\n"), 78)]
    }
    let plan = SetupPlan(board, text, machine, isUnattended: answers.isUnattended)
    let shown = plan.summary.map { Action.say($0) }
    if answers.isRehearsal || answers.isUnattended { return shown + [.finish(plan)] }
    question = .confirmation(plan)
    return shown + [.ask(plan.question)]
  }

  private func confirm(_ plan: SetupPlan, _ line: String) -> [Action] {
    switch Self.isYes(line) {
    case true?: [.finish(plan)]
    case false?: [.giveUp("nothing is written", 1)]
    case nil: [.ask(plan.question)]
    }
  }

  /// Whether a line means yes, as an empty line does; nil if it is neither yes nor no.
  private static func isYes(_ line: String) -> Bool? {
    switch line.lowercased() {
    case "", "y", "yes": true
    case "n", "no": false
    default: nil
    }
  }
}
