import ArgumentParser
import Feeds
import Glibc
import MarketData
import State
import Tealight
import TestSupport
import Testing

@testable import Configuration
@testable import Devices
@testable import TealightTool

@Suite("A conversation that sets a machine up")
struct SetupTests {
  private static let catalogue: Catalogue = {
    var catalogue = Catalogue()
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    catalogue.boardFolders = ["\(root)/board"]
    return catalogue
  }()

  private static func config(_ text: String) throws(ConfigError) -> Config {
    try Config.read(Array(text.utf8), file: "t.toml", catalogue)
  }

  private static func machine() throws -> SetupMachine {
    var machine = SetupMachine(
      boards: try Boards.all(catalogue),
      configuration: SetupMachine.File(path: "/etc/tealight.toml"), current: try config(""))
    machine.boot = SetupMachine.File(path: "/boot/config.txt", text: "#dtparam=spi=on\n")
    machine.exchanges = catalogue.exchanges
    machine.complaints = { text in
      do throws(ConfigError) {
        _ = try config(text)
        return []
      } catch {
        return error.diagnostics.map(\.text)
      }
    }
    machine.meaning = { try? config($0) }
    return machine
  }

  @Test("a configuration with a mistake is refused, and not taken for an empty one")
  func mistake() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/t.toml"
    func survey(_ text: String) throws(StartError) -> SetupMachine {
      folder.write(Array(text.utf8), to: "t.toml")
      return try SetupMachine(
        configPath: path, bootFolder: nil, boards: [], Self.catalogue,
        SystemTree(root: folder.path))
    }
    #expect(try survey("markets = [\"kraken:BTC/USD\"]").markets == ["kraken:BTC/USD"])
    // What is written follows no hub, which alone has such a market.
    let hub = "[mqtt]\nbroker = \"mqtt://127.0.0.1\"\nfollow = [\"power\"]"
    let mixed = "markets = [\"hub:POWER\", \"kraken:BTC/USD\"]\n\(hub)"
    #expect(try survey(mixed).markets == ["kraken:BTC/USD"])
    #expect(try survey("markets = [\"hub:POWER\"]\n\(hub)").markets == ["upbit:KRW-BTC"])
    do throws(StartError) {
      _ = try survey("markets = [\"kraken:BTC/USD\"]\nlanguag = \"ko\"")
      Issue.record("it was taken")
    } catch {
      #expect(error.lines.contains { $0.contains("t.toml:2") && $0.contains("languag") })
    }
  }

  @Test("a config.txt that is not UTF-8 stops the boards that need it, with the line, and no other")
  func foreignBytes() throws {
    try withFolder { folder throws in
      let boot = "\(folder)/config.txt"
      #expect(FileBytes.replace(boot, with: Array("a=1\n# ".utf8) + [0xFF, 0x0A]) == 0)
      let machine = try SetupMachine(
        configPath: "\(folder)/t.toml", bootFolder: folder,
        boards: try Boards.all(Self.catalogue), Self.catalogue, SystemTree(root: folder))
      func start(_ board: String) -> [SetupConversation.Action] {
        var answers = SetupConversation.Answers(
          markets: ["upbit:KRW-BTC"], language: .english, isUnattended: true)
        answers.board = machine.boards.first { $0.name == board }
        var conversation = SetupConversation(machine, answers)
        return conversation.start()
      }
      let sentence = "\(boot):2: this line has bytes that are not UTF-8; save the file as UTF-8"
      #expect(start("st7789-spi") == [.giveUp(sentence, 78)])
      let isPlanned = start("blinkt").contains { if case .finish = $0 { true } else { false } }
      #expect(isPlanned)
    }
  }

  @Test("a program that fails is told of by its status, or by the signal that killed it")
  func programs() {
    #expect(Setup.run(["true"]) == nil)
    #expect(Setup.run(["sh", "-c", "exit 3"]) == "it ended with 3")
    #expect(Setup.run(["sh", "-c", "kill -9 $$"]) == "it was killed by signal 9")
    #expect(Setup.run(["/nowhere/program"]) == "No such file or directory")
  }

  @Test("a test card that cannot be shown is a step that fails")
  func noTestCard() throws {
    let setup = try Setup.parse(["--config", "/nowhere/t.toml"])
    #expect(try !setup.showTestCard(Self.catalogue, startsDaemon: false))
  }

  @Test("a folder that cannot be written in is named, with what to do about it")
  func obstacles() {
    withFolder { folder in
      #expect(SetupMachine.obstacle(at: "\(folder)/t.toml")?.sentence == nil)
      #expect(SetupMachine.obstacle(at: "\(folder)/made/t.toml")?.sentence == nil)
      let missing = SetupMachine.obstacle(at: "\(folder)/none/none/t.toml")
      #expect(missing?.status == 64 && missing?.sentence.contains("\(folder)/none;") == true)
    }
    #expect(
      SetupMachine.refusal(of: "/etc", EACCES)
        == "no permission to write in /etc; run: sudo tealight setup")
    // The file system begins above the folder.
    #expect(
      SetupMachine.refusal(of: "/proc/self", EROFS)
        == "/proc/self is on a read-only file system; run: sudo mount -o remount,rw /proc")
  }

  @Test("a file system is mounted where the kernel says, and not where a device begins")
  func mountPoints() {
    let mounts = """
      27 1 0:21 /@ / rw,relatime - btrfs /dev/sda2 rw,subvol=/@
      30 27 0:21 /@boot /boot ro,relatime - btrfs /dev/sda2 rw,subvol=/@boot
      31 30 179:1 / /boot/firmware ro,relatime - vfat /dev/sda1 ro
      """
    for (folder, point) in [
      ("/boot", "/boot"), ("/boot/grub", "/boot"), ("/boot/firmware", "/boot/firmware"),
      ("/bootstrap", "/"), ("/etc/tealight", "/"),
    ] {
      #expect(SetupMachine.mountPoint(of: folder, in: mounts) == point)
    }
    #expect(SetupMachine.mountPoint(of: "/etc", in: "") == "/")
  }

  private static func listing(_ code: String, _ base: String, _ quote: String) -> DirectoryEntry {
    DirectoryEntry(
      exchange: "upbit",
      listing: Listing(
        code: code, base: base, quote: quote, names: MarketNames(english: base, korean: base)))
  }

  private static let directory = [
    listing("KRW-BTC", "BTC", "KRW"), listing("USDT-BTC", "BTC", "USDT"),
    listing("KRW-DOGE", "DOGE", "KRW"),
  ]

  /// What came of a conversation.
  private struct Outcome {
    var said: [String] = []
    var plan: SetupPlan?
    var status: Int32?

    var text: String { said.joined(separator: "\n") }

    /// What the configuration says that would be written.
    var configuration: String? {
      plan?.steps.compactMap {
        if case .write(let file, _) = $0, file.path == "/etc/tealight.toml" {
          file.text
        } else {
          nil
        }
      }.first
    }
  }

  /// - Parameter lines: what somebody types, and then nothing more.
  private static func talk(
    _ machine: SetupMachine, _ lines: [String],
    answering answers: SetupConversation.Answers = .init(),
    panels: [String] = [], directory: [DirectoryEntry]? = directory
  ) -> Outcome {
    var conversation = SetupConversation(machine, answers)
    var outcome = Outcome()
    var typed = lines[...]
    var actions = conversation.start()[...]
    while let action = actions.popFirst() {
      switch action {
      case .say(let text): outcome.said.append(text)
      case .ask(let text):
        outcome.said.append(text)
        actions += conversation.handle(typed.popFirst().map { .line($0) } ?? .end)
      case .lookOnI2C: actions += conversation.handle(.panels(panels))
      case .loadDirectory: actions += conversation.handle(.directory(directory))
      case .finish(let plan): outcome.plan = plan
      case .giveUp(let text, let status):
        outcome.said.append(text)
        outcome.status = status
      }
    }
    return outcome
  }

  private static let usual = "language = \"en\"\nmarkets = [\"upbit:KRW-BTC\"]\n"

  private static let talks: [(lines: [String], markets: String, board: String)] = [
    (["blinkt", "", "", "y"], "\"upbit:KRW-BTC\"", "blinkt"),
    (["8", "", "", ""], "\"upbit:KRW-BTC\"", "blinkt"),
    (["1.3 lcd", "", "", ""], "\"upbit:KRW-BTC\"", "waveshare-lcd-hat-1.3"),
    (["0", "99", "nothing", "wave", "", "sense", "", "", ""], "\"upbit:KRW-BTC\"", "sense-hat"),
    (["8", "btc", "2", "", "en", ""], "\"upbit:USDT-BTC\"", "blinkt"),
    (["8", "btc", "1, 2", "", "en", ""], "\"upbit:KRW-BTC\", \"upbit:USDT-BTC\"", "blinkt"),
    (
      ["8", "doge", "1", "btc", "7", "1", "doge", "1", "", "", ""],
      "\"upbit:KRW-DOGE\", \"upbit:KRW-BTC\"", "blinkt"
    ),
    (["8", "kraken:BTC/USD", "", "", ""], "\"kraken:BTC/USD\"", "blinkt"),
    (["8", "kraken:btc-usd", "nobody:X", "ETH/KRW", "", "", ""], "\"ETH/KRW\"", "blinkt"),
    (["8", "zzz", "btc", "", "", "", "", ""], "\"upbit:KRW-BTC\"", "blinkt"),
    (["8", "", "fr", "en", "what", "yes"], "\"upbit:KRW-BTC\"", "blinkt"),
  ]

  @Test("a board, markets and a language become a configuration that is good", arguments: talks)
  func talk(lines: [String], markets: String, board: String) throws {
    let outcome = Self.talk(try Self.machine(), lines)
    let text = try #require(outcome.configuration, "\(outcome.said)")
    #expect(text.contains("\nmarkets = [\(markets)]\n"))
    #expect(text.hasSuffix("\n[[display]]\nboard = \"\(board)\"\n"))
    let config = try Self.config(text)
    #expect(config.panels.count == 1 && config.warnings.isEmpty)
  }

  @Test("a word that many boards have shows those, with the numbers that they have among all")
  func narrowed() throws {
    let machine = try Self.machine()
    let outcome = Self.talk(machine, ["pitft"])
    let rows = outcome.text.split(separator: "\n").filter { $0.contains("pitft") }
    #expect(rows.map { $0.split(separator: " ").first } == ["2", "3", "2", "3"], "\(rows)")
    #expect(Self.talk(machine, ["pitft", "3", "", "", ""]).configuration?.contains("1.3") == true)
  }

  @Test("a language that there is not is answered with those that there are")
  func languages() throws {
    let outcome = Self.talk(try Self.machine(), ["8", "", "fr", "en", "y"])
    #expect(outcome.said.contains("There is no language \"fr\"; type en or ko."))
  }

  @Test("where there is no service it is said how tealight is started")
  func startedByHand() throws {
    let machine = try Self.machine()
    for (name, start) in [("blinkt", "Start"), ("st7789-spi", "Then start")] {
      let board = try #require(machine.boards.first { $0.name == name })
      let plan = SetupPlan(board, Self.usual, machine, isUnattended: false)
      let sentence = "\(start) tealight with: tealightd --config /etc/tealight.toml"
      #expect(plan.steps.contains(.say(sentence)))
    }
  }

  private static let refusals: [(lines: [String], status: Int32)] = [
    ([], 1), (["8"], 1), (["8", "btc", "1"], 1), (["8", "", "", "n"], 1), (["8", "", "", "no"], 1),
  ]

  @Test("who says no, or nothing more, has changed nothing", arguments: refusals)
  func refusal(lines: [String], status: Int32) throws {
    let outcome = Self.talk(try Self.machine(), lines)
    #expect(outcome.plan == nil && outcome.status == status)
  }

  @Test("what options answer is not asked")
  func options() throws {
    var answers = SetupConversation.Answers(
      markets: ["kraken:ETH/USD"], language: .korean, isUnattended: true)
    let machine = try Self.machine()
    #expect(Self.talk(machine, [], answering: answers).status == 64)
    answers.board = machine.boards.first { $0.name == "blinkt" }
    let outcome = Self.talk(machine, [], answering: answers)
    #expect(
      outcome.configuration?.contains("language = \"ko\"\nmarkets = [\"kraken:ETH/USD\"]") == true)
    #expect(!outcome.text.contains("?"))
    answers.isUnattended = false
    #expect(Self.talk(machine, ["y"], answering: answers).plan != nil)
    answers.isRehearsal = true
    #expect(Self.talk(machine, [], answering: answers).plan != nil)
    answers.markets = ["kraken:-"]
    let bad = Self.talk(machine, [], answering: answers)
    #expect(bad.status == 64 && bad.text.contains("--market: \"-\" is not a valid code for kraken"))
  }

  private static let hats: [(hat: String, board: String?)] = [
    ("Raspberry Pi Sense HAT", "sense-hat"), ("Waveshare 1.3inch LCD HAT", "waveshare-lcd-hat-1.3"),
    ("", nil), ("Waveshare", nil), ("Unknown HAT", nil), ("HAT", nil),
  ]

  @Test("a HAT that says what it is needs no answer", arguments: hats)
  func hat(hat: String, board: String?) throws {
    var machine = try Self.machine()
    machine.hat = hat
    let asked = Self.talk(machine, ["", "", "", ""])
    #expect((asked.configuration?.contains(board ?? "x") ?? false) == (board != nil))
    let unattended = Self.talk(machine, [], answering: .init(isUnattended: true))
    #expect((unattended.plan != nil) == (board != nil))
  }

  @Test("I2C is asked only where somebody says so, and what answers is the usual board")
  func i2c() throws {
    var machine = try Self.machine()
    machine.i2cAdapters = ["/dev/i2c-1"]
    let found = Self.talk(machine, ["", "", "", "", ""], panels: ["sh1106"])
    #expect(found.configuration?.contains("board = \"sh1106-i2c\"") == true)
    let bare = Self.talk(machine, ["yes", "", "", "", ""], panels: ["ssd1306"])
    #expect(bare.configuration?.contains("board = \"ssd1306-i2c\"") == true)
    let unasked = Self.talk(machine, ["n", "blinkt", "", "", ""], panels: ["ssd1306"])
    #expect(unasked.configuration?.contains("board = \"blinkt\"") == true)
    let nobody = Self.talk(machine, ["y", "blinkt", "", "", ""], panels: [])
    #expect(nobody.configuration?.contains("board = \"blinkt\"") == true)
    // Who has a HAT that says what it is need not be asked.
    machine.hat = "Sense HAT"
    #expect(!Self.talk(machine, [""], panels: []).text.contains("0x3c"))
  }

  @Test("where no exchange can be reached the usual markets are found, each of which is good")
  func offline() throws {
    let machine = try Self.machine()
    let lines = ["blinkt", "비트", "1 2 3", "sol usd", "1", "", "", ""]
    let outcome = Self.talk(machine, lines, directory: nil)
    #expect(outcome.text.contains("No exchange can be reached"))
    let config = try Self.config(try #require(outcome.configuration, "\(outcome.said)"))
    #expect(config.markets.count >= 4)
    for entry in machine.usualMarkets {
      #expect(machine.complaints("markets = [\"\(entry.market)\"]").isEmpty, "\(entry.market)")
    }
  }

  @Test("a market that nobody lists is taken when it is typed again, unless nobody can be asked")
  func unlisted() throws {
    let machine = try Self.machine()
    let typed = [
      "upbit:BTC-KRW, upbit:KRW-DOGE", "upbit:KRW-FOO", "upbit:KRW-BTC,upbit:KRW-DOGE",
      "upbit:KRW-FOO",
    ]
    let outcome = Self.talk(machine, ["8"] + typed + ["", "", ""])
    #expect(outcome.said.contains("upbit:BTC-KRW is not listed; did you mean upbit:KRW-BTC?"))
    #expect(
      outcome.said.contains(
        "upbit:KRW-FOO is not listed; to find its code, type a word, such as foo"))
    #expect(outcome.said.count { $0 == "Type upbit:KRW-FOO again to take it anyway." } == 1)
    #expect(outcome.said.contains("Shown: upbit:KRW-DOGE"))
    let markets = "markets = [\"upbit:KRW-DOGE\", \"upbit:KRW-BTC\", \"upbit:KRW-FOO\"]"
    #expect(outcome.configuration?.contains(markets) == true, "\(outcome.said)")
    #expect(outcome.said.count { $0.hasPrefix("Asking the exchanges") } == 1)

    let alone = Self.talk(machine, ["8", "upbit:BTC-KRW", "", "", ""], directory: nil)
    #expect(alone.configuration?.contains("markets = [\"upbit:BTC-KRW\"]") == true)
    #expect(!alone.text.contains("is not listed") && !alone.text.contains("No exchange"))
    let lines = ["8", "upbit:BTC-KRW", "비트", "", "", "", ""]
    let later = Self.talk(machine, lines, directory: nil)
    #expect(later.text.contains("No exchange can be reached") && later.plan != nil)
  }

  @Test("what the configuration says already is the usual answer")
  func again() throws {
    var machine = try Self.machine()
    let old = "language = \"ko\"\nmarkets = [\"upbit:KRW-ETH\"]\n"
    machine.configuration.text = old
    machine.markets = ["upbit:KRW-ETH"]
    machine.language = .korean
    let outcome = Self.talk(machine, ["8", "", "", ""])
    let text = try #require(outcome.configuration)
    #expect(text.contains(old))
    machine.configuration.text = text
    let second = Self.talk(machine, ["8", "", "", ""])
    #expect(second.configuration == nil && second.text.contains("needs no change"))
    // What is still done then is asked for.
    (machine.boot, machine.hasService) = (nil, true)
    machine.isReady = { _ in true }
    let third = Self.talk(machine, ["8", "", "", ""])
    #expect(third.said.last == "Show the test card and start the service? [Y/n] ")
  }

  @Test(
    "the language of a configuration stays, however its lines begin and end",
    arguments: [
      "# desk\r\nlanguage = \"ko\"\r\n", "\u{FEFF}language = \"ko\"", "\t language=\"ko\"",
    ])
  func language(text: String) throws {
    var config = Config()
    config.settings.language = .korean
    #expect(SetupMachine.language(configured: text, config) == .korean)
  }

  private static func steps(
    of board: String, on machine: SetupMachine, isUnattended: Bool = false
  ) throws -> [String] {
    let board = try #require(machine.boards.first { $0.name == board })
    let plan = SetupPlan(board, usual, machine, isUnattended: isUnattended)
    return plan.steps.compactMap { step in
      switch step {
      case .write(let file, let copy): "\(file.path) \(copy?.path ?? "-")"
      case .run(let words): words[0] == "systemctl" ? words[1] : words[0]
      case .showTestCard: "card"
      case .say: nil
      }
    }
  }

  private static let boot = "/boot/config.txt /boot/config.txt.old"
  private static let toml = "/etc/tealight.toml -"

  private static let plans: [(board: String, isReady: Bool, hasService: Bool, steps: [String])] = [
    // The bus is off: the machine must be restarted first.
    ("st7789-spi", false, true, [boot, toml, "enable"]),
    ("st7789-spi", true, true, [boot, toml, "enable"]),
    ("st7789-spi", false, false, [boot, toml]),
    // Nothing is needed.
    ("blinkt", true, true, [toml, "stop", "card", "enable", "restart"]),
    ("blinkt", true, false, [toml, "card"]),
    ("blinkt", false, true, [toml, "enable", "restart"]),
    // The HAT has said itself what it needs, and its keys are read by the group input alone.
    ("sense-hat", true, true, [toml, "usermod", "stop", "card", "enable", "restart"]),
    ("sense-hat", false, true, [boot, toml, "usermod", "enable"]),
    ("sense-hat", true, false, [toml, "card"]),
  ]

  @Test("the test card needs the bus, and the service the test card's end", arguments: plans)
  func plan(board: String, isReady: Bool, hasService: Bool, steps: [String]) throws {
    var machine = try Self.machine()
    machine.isReady = { _ in isReady }
    machine.hasService = hasService
    #expect(try Self.steps(of: board, on: machine) == steps)
    let unattended = try Self.steps(of: board, on: machine, isUnattended: true)
    #expect(unattended == steps.filter { !["stop", "card"].contains($0) })
  }

  @Test("a board's file in a home folder is refused where there is a service, which cannot see it")
  func homeFolder() throws {
    var machine = try Self.machine()
    var answers = SetupConversation.Answers(
      markets: ["upbit:KRW-BTC"], language: .english, isUnattended: true)
    answers.board = machine.boards.first { $0.name == "blinkt" }
    answers.board?.name = "/home/pi/mine.toml"
    machine.complaints = { _ in [] }
    for hasService in [false, true] {
      machine.hasService = hasService
      var conversation = SetupConversation(machine, answers)
      let isRefused = conversation.start().contains {
        if case .giveUp(let text, 64) = $0 { text.contains("/etc/tealight") } else { false }
      }
      #expect(isRefused == hasService)
    }
  }

  @Test("what an old configuration says besides is shown before it is dropped")
  func dropped() throws {
    var machine = try Self.machine()
    let board = try #require(machine.boards.first { $0.name == "blinkt" })
    func summary(_ old: String?) -> [String] {
      machine.configuration.text = old
      return SetupPlan(board, Self.usual, machine, isUnattended: true).summary
    }
    #expect(!summary(nil).contains { $0.contains("dropped") })
    #expect(!summary("# mine\r\n" + Self.usual).contains { $0.contains("dropped") })
    let shown = summary(Self.usual + "# bright\n[night]\n  hours = \"22:00-07:00\"\n")
    let begin = try #require(shown.firstIndex { $0.contains("are dropped") })
    #expect(shown[(begin + 1)...].prefix(3) == ["  - [night]", "  - hours = \"22:00-07:00\"", ""])
  }

  @Test("no copy of an old file is ever replaced")
  func copies() throws {
    var machine = try Self.machine()
    machine.isTaken = { ["/boot/config.txt.old", "/boot/config.txt.old2"].contains($0) }
    machine.configuration.text = "# old\n"
    #expect(
      try Self.steps(of: "st7789-spi", on: machine) == [
        "/boot/config.txt /boot/config.txt.old3", "/etc/tealight.toml /etc/tealight.toml.old",
      ])
    machine.boot = nil
    machine.isReady = { _ in false }
    #expect(
      try Self.steps(of: "st7789-spi", on: machine) == [
        "/etc/tealight.toml /etc/tealight.toml.old"
      ])
  }
}
