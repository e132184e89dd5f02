import ArgumentParser
import Configuration
import Devices
import Feeds
import Glibc
import MarketData
import Pixels
import State
import Tealight

/// `tealight setup`: from a HAT on the header to a service that runs.
struct Setup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Set this machine up: which board, which markets, which language.",
    usage: "tealight setup [<options>]",
    discussion: """
      Asks for the board or HAT, the markets and the language. Then it turns on what the board \
      needs in config.txt, writes the configuration, shows the test card, and starts the service. \
      It shows every change and asks before it writes, and keeps copies of the old files. After a \
      change of config.txt the machine must be restarted.

        sudo tealight setup
        sudo tealight setup --board blinkt --market upbit:KRW-BTC --yes
        tealight setup --dry-run

      A HAT with an EEPROM is recognised. A search for a display on I2C begins only if you agree: \
      it reads one byte at each of two addresses.

      Exit status: 64 if standard input is not a terminal and --yes is missing, if --yes is given and \
      the board is neither named nor recognised, or if an option is wrong; 77 if there is no \
      permission to write a file, or if its file system is read-only; 78 if config.txt cannot be \
      read, or if the old or the new configuration has a mistake; 130 if you stop it at the test \
      card; 1 if you answer no, or if a step fails.
      """)

  @Option(
    help: "The board or HAT, by its name or by the path of its file.",
    completion: .list(Catalogue().boardNames))
  var board: String?

  @Option(help: "A market, as exchange:CODE or BASE/QUOTE. May be repeated.")
  var market: [String] = []

  @Option(help: "The language of the display.")
  var language: Language?

  @Option(
    help: "The configuration to write. (default: the file that the daemon reads)",
    completion: .file())
  var config: String?

  @Option(
    help: "The folder with config.txt. (default: /boot/firmware, or /boot)",
    completion: .directory)
  var boot: String?

  @Flag(help: "Ask nothing, and use the usual answer where no option gives one.")
  var yes = false

  @Flag(help: "Print what would be written and run, and do nothing.")
  var dryRun = false

  func run() throws {
    let hasTerminal = isatty(0) == 1
    guard hasTerminal || yes || dryRun else {
      complain(
        "standard input is not a terminal; use the options --board NAME and --yes, "
          + "and if you like --market and --language")
      throw ExitCode(64)
    }
    let catalogue = Catalogue()
    var answers = SetupConversation.Answers(
      markets: market, language: language, isUnattended: yes || !hasTerminal,
      isRehearsal: dryRun)
    var machine: SetupMachine?
    try starting { () throws(StartError) in
      if let board { answers.board = try Boards.board(board, catalogue) }
      machine = try SetupMachine(
        configPath: config ?? catalogue.configPath, bootFolder: boot,
        boards: try Boards.all(catalogue), catalogue)
    }
    guard let machine else { return }
    if !dryRun { try requireWritable(machine.configuration.path) }
    let plan = try converse(SetupConversation(machine, answers), on: machine)
    if dryRun { return print("Nothing is written.") }
    // Only the plan says whether config.txt is written.
    for case .write(let file, _) in plan.steps { try requireWritable(file.path) }
    try perform(plan, catalogue)
  }

  private func requireWritable(_ path: String) throws {
    guard let obstacle = SetupMachine.obstacle(at: path) else { return }
    complain(obstacle.sentence)
    throw ExitCode(obstacle.status)
  }

  /// Asks until it is known what is to be done.
  private func converse(
    _ conversation: SetupConversation, on machine: SetupMachine
  ) throws -> SetupPlan {
    var conversation = conversation
    var actions = conversation.start()[...]
    while let action = actions.popFirst() {
      switch action {
      case .say(let text): print(text)
      case .ask(let text):
        print(text, terminator: "")
        fflush(nil)
        actions += conversation.handle(readLine().map { .line($0) } ?? .end)
      case .lookOnI2C: actions += conversation.handle(.panels(machine.panelsOnI2C))
      case .loadDirectory: actions += conversation.handle(.directory(directory(machine)))
      case .finish(let plan): return plan
      case .giveUp(let text, let status):
        for line in text.split(separator: "\n") { complain(String(line)) }
        throw ExitCode(status)
      }
    }
    preconditionFailure("a conversation ends with a plan or without one")
  }

  /// The markets of the exchanges, without a cache: its file would be root's among those of the user.
  private func directory(_ machine: SetupMachine) -> [DirectoryEntry]? {
    let sources = machine.exchanges.map { Directory.Source($0, machine.current) }
    let directory = Directory(sources, cache: ListCache(folder: nil)) { _, _ in }
    return directory.entries(at: Clock().now().wall / 1_000)
  }

  // MARK: What is done

  private func perform(_ plan: SetupPlan, _ catalogue: Catalogue) throws {
    // The service reads the configuration as a user of its own.
    umask(0o022)
    // The user may pull the plug next. This also flushes the names of files, which a replacement does
    // not wait for.
    defer { sync() }
    var hasFailed = false
    for step in plan.steps {
      switch step {
      case .say(let text): print(text)
      case .write(let file, let copy):
        if let copy {
          try write(copy, like: file.path)
          print("kept \(copy.path.onOneLine)")
        }
        try write(file, like: file.path)
        print("wrote \(file.path.onOneLine)")
      case .run(let words):
        let command = words.joined(separator: " ")
        if let failure = Self.run(words) {
          complain("\(command): \(failure)")
          hasFailed = true
        } else {
          print("ran \(command)")
        }
      case .showTestCard:
        sync()
        let startsDaemon = plan.steps.contains { if case .run = $0 { true } else { false } }
        if try !showTestCard(catalogue, startsDaemon: startsDaemon) { hasFailed = true }
      }
    }
    if hasFailed { throw ExitCode.failure }
  }

  private func write(_ file: SetupMachine.File, like path: String) throws {
    if let end = file.path.lastIndex(of: "/") { mkdir(String(file.path[..<end]), 0o755) }
    let code = FileBytes.replace(
      file.path, with: Array((file.text ?? "").utf8), flushes: true, like: path)
    guard code == 0 else {
      complain("\(ErrnoFailure(what: file.path, number: code))")
      throw ExitCode.failure
    }
  }

  /// - Returns: whether it could be shown; if not, the reason was printed.
  func showTestCard(_ catalogue: Catalogue, startsDaemon: Bool) throws -> Bool {
    print(
      """

      The display should now show the test card: a line at all four edges, an arrow
      that points up, and red, green and blue beside R, G and B. If it shows anything
      else, set rotation, offset, order or inverted in [[display]] (man tealight.toml).
      """)
    print("Press Enter to go on. ", terminator: "")
    fflush(nil)
    var isStopped = false
    do throws(StartError) {
      let config = try Config.load(self.config, catalogue)
      isStopped = try Exhibit.run(
        config, theme: TestCard.theme, Signals(stopsAtHangup: true), Log(), until: STDIN_FILENO
      ) { display in
        TestCard.draw(
          on: display.surface, title: String(display.name.prefix { $0 != " " }).uppercased())
      }
      if !isStopped { _ = readLine() }
    } catch {
      print("")
      for line in error.lines { complain(line) }
      return false
    }
    if isStopped {
      let fix = startsDaemon ? "; start the service: sudo systemctl enable --now tealight" : ""
      complain("stopped; the configuration is written\(fix)")
      throw ExitCode(130)
    }
    return true
  }

  /// Runs a program and waits for it.
  /// - Returns: what went wrong; nil where nothing did.
  static func run(_ words: [String]) -> String? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child = pid_t()
    let code = posix_spawnp(&child, words[0], nil, nil, arguments, environ)
    guard code == 0 else { return String(cString: strerror(code)) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    if signal != 0 { return "it was killed by signal \(signal)" }
    return status == 0 ? nil : "it ended with \(status >> 8 & 0xFF)"
  }
}
