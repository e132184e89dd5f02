import CLinux
import Configuration
import Glance
import Glibc
import MarketData
import Pixels
import State
import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite("What outlives the power")
struct StateFileTests {
  private static func names(
    _ markets: [String] = ["upbit:KRW-BTC", "BTC/KRW", "binance:BTCUSDT"]
  ) -> StateNames {
    let list = markets.map { "\"\($0)\"" }.joined(separator: ", ")
    let text = "markets = [\(list)]\n[mqtt]\nbroker = \"mqtts://h\"\nfollow = [\"hub\"]"
    return StateNames(try! Config.read(Array(text.utf8), file: "t.toml", Catalogue()))
  }

  private static var preferences: Preferences {
    var preferences = Preferences(page: .list)
    preferences.place = 2
    preferences.layout = .digits
    preferences.order = .changeUp
    preferences.favourites = Set(names().markets.prefix(2))
    preferences.snoozes = ["above 150000000 upbit:KRW-BTC": 1_795_151_100_000]
    return preferences
  }

  private static let text = """
    tealight-state 1
    page list
    layout digits
    order change-up
    market binance:BTCUSDT
    favourite bithumb:KRW-BTC
    favourite upbit:KRW-BTC
    snooze 1795151100000 above 150000000 upbit:KRW-BTC
    sum 3d7d7c76

    """

  private func read(_ bytes: [UInt8], _ names: StateNames = names()) -> Preferences? {
    StateText.preferences(bytes, names, home: .glance)
  }

  @Test("it is a text that people can read, and comes back as it was")
  func roundTrip() {
    let text = StateText.text(Self.preferences, Self.names())
    #expect(text.split(separator: "\n").dropLast() == Self.text.split(separator: "\n").dropLast())
    #expect(read(Array(text.utf8)) == Self.preferences)
  }

  @Test("whatever is chosen comes back", arguments: 0..<50)
  func property(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let names = Self.names()
    var preferences = Preferences(page: PageCatalog.turnable.randomElement(using: &random)!)
    preferences.place = names.places.indices.randomElement(using: &random)!
    preferences.layout = ([nil] + Layout.allCases).randomElement(using: &random)!
    preferences.language = ([nil] + Language.allCases).randomElement(using: &random)!
    preferences.theme = ([nil] + ThemeName.allCases).randomElement(using: &random)!
    preferences.colours = ([nil] + ColourConvention.allCases).randomElement(using: &random)!
    preferences.rotationSeconds = [nil, 0, 2, 30, 86_400].randomElement(using: &random)!
    preferences.currency = [nil, "own", "USD"].randomElement(using: &random)!
    preferences.order = ListOrder.allCases.randomElement(using: &random)!
    preferences.favourites = Set(names.markets.filter { _ in .random(using: &random) })
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      preferences.snoozes["a \(Int.random(in: 0...9, using: &random)) ü"] = .random(
        in: 0...4_102_444_800_000, using: &random)
    }
    #expect(read(Array(StateText.text(preferences, names).utf8)) == preferences)
  }

  @Test("a file that lost its end, its beginning or any bit is damaged")
  func damage() {
    let bytes = Array(StateText.text(Self.preferences, Self.names()).utf8)
    for count in 0..<bytes.count {
      #expect(read(Array(bytes[..<count])) == nil, "\(count)")
      if count > 0 { #expect(read(Array(bytes[count...])) == nil, "\(count)") }
    }
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        #expect(read(damaged) == nil, "\(place) \(bit)")
      }
    }
    #expect(read(Array(repeating: 0, count: bytes.count)) == nil)
    #expect(read(bytes + bytes) == nil)
  }

  @Test("a changed configuration keeps what still exists")
  func otherMarkets() {
    let bytes = Array(StateText.text(Self.preferences, Self.names()).utf8)
    let fewer = read(bytes, Self.names(["kraken:BTC/USD", "bithumb:KRW-BTC"]))
    #expect(fewer?.page == .list && fewer?.place == 0)
    // A favourite may be any market: lists rank those that are not configured, too.
    #expect(fewer?.favourites == Self.preferences.favourites)
    let turned = read(bytes, Self.names(["kraken:BTC/USD", "binance:BTCUSDT"]))
    #expect(turned?.place == 1)
    // Another exchange is preferred by now, but the market could still be shown there.
    #expect(Self.names(["kraken:BTC/USD", "BTC/KRW"]).place("bithumb:KRW-BTC") == 1)
    // Only one exchange could speak by now.
    #expect(Self.names(["kraken:BTC/USD", "bithumb:KRW-BTC"]).place("BTC/KRW") == 1)
  }

  /// A market that a hub offers.
  private static let power = MarketState(
    market: Market(exchange: "hub", code: "POWER", base: "POWER", quote: ""), exchangeTitle: "Hub",
    baseline: "")

  @Test("what a hub offered before the restart is chosen again once it is offered")
  func absentMarket() throws {
    var preferences = Preferences()
    preferences.place = 1
    preferences.favourites = [Self.power.market]
    let offered = ["upbit:KRW-BTC", "hub:POWER"]
    let bytes = Array(StateText.text(preferences, Self.names(offered)).utf8)
    let before = Self.names(["upbit:KRW-BTC"])
    let saved = try #require(read(bytes, before))
    // It is not lost where the file is written meanwhile.
    #expect(Array(StateText.text(saved, before).utf8) == bytes)
    var desk = Desk(markets: [.named("upbit:KRW-BTC")], preferences: saved)
    desk.apply(.command(.nextMarket))
    desk.apply(
      .places([Desk.Place([0]), Desk.Place([1])], newcomers: [Self.power]))
    #expect("\(desk.markets[desk.shown].market)" == "hub:POWER")
    #expect(desk.preferences == preferences)
  }

  @Test("what is chosen is shown again after a hub has not offered it for a while")
  func away() {
    var desk = Desk(markets: [.named("upbit:KRW-BTC"), .named("upbit:KRW-ETH")])
    desk.apply(.update(.ticker(market: 1, Ticker(price: 100))))
    desk.apply(.command(.nextMarket))
    desk.apply(.places([Desk.Place([0])], newcomers: [], mayComeBack: true))
    #expect(desk.shown == 0 && desk.preferences.absentMarket == "upbit:KRW-ETH")
    desk.apply(.places([Desk.Place([0]), Desk.Place([1])], newcomers: []))
    #expect(desk.shown == 1 && desk.preferences.absentMarket == nil)
    // Another exchange serves it now.
    let served = [Desk.Place([0]), Desk.Place([2])]
    desk.apply(
      .places([Desk.Place([0]), Desk.Place([1, 2])], newcomers: [.named("bithumb:KRW-ETH")]))
    desk.apply(.places(served, newcomers: [], mayComeBack: true))
    #expect(desk.shown == 2 && desk.preferences.absentMarket == nil)
  }

  @Test("what is chosen before it is offered again stays chosen")
  func otherChoice() throws {
    var saved = Preferences()
    saved.absentMarket = "hub:POWER"
    var desk = Desk(
      markets: [.named("upbit:KRW-BTC"), .named("upbit:KRW-ETH")], preferences: saved)
    desk.apply(.command(.nextMarket))
    let places = (0..<3).map { Desk.Place([MarketID($0)]) }
    desk.apply(.places(places, newcomers: [Self.power]))
    #expect(desk.place == 1)
  }

  @Test("what a newer version wrote besides is passed over")
  func newer() {
    let lines =
      "tealight-state 1\nsparkle yes\npage hologram\nrotate 1\nlayout digits\nnothing\nsnooze x y\n"
    let text = StateText.signed(lines)
    var expected = Preferences()
    expected.layout = .digits
    #expect(read(Array(text.utf8)) == expected)
    #expect(read(Array(StateText.signed("tealight-state 2\npage list\n").utf8)) == nil)
  }

  @Test("a damaged file is set aside with a line on the log, and the next one is good")
  func setAside() {
    let folder = TemporaryFolder()
    folder.put(Array("tealight-state 1\npage li".utf8))
    var log: [String] = []
    var file = StateFile(folder: folder.path, Self.names()) { log.append($1) }
    #expect(file.read(home: .glance) == nil)
    #expect(log.count == 1 && log[0].contains("state.damaged"))
    #expect(FileBytes.exists("\(folder.path)/state.damaged") && folder.bytes == nil)
    file.keep(Preferences(), at: 0)
    file.keep(Self.preferences, at: 0)
    file.finish(withinMilliseconds: 10_000)
    #expect(folder.bytes.flatMap { read($0) } == Self.preferences)
    #expect(log.count == 1)
  }

  @Test("what is too large to be one is set aside, too")
  func tooLarge() {
    let folder = TemporaryFolder()
    folder.put(Array(repeating: UInt8(ascii: "a"), count: 100_000))
    var log: [String] = []
    let file = StateFile(folder: folder.path, Self.names()) { log.append($1) }
    #expect(file.read(home: .glance) == nil)
    #expect(log.count == 2 && log[0].contains("too large") && folder.bytes == nil)
  }

  @Test("it is written once in thirty seconds, and at the end; nothing chosen, nothing written")
  func pace() {
    let folder = TemporaryFolder()
    var file = StateFile(folder: folder.path, Self.names()) { Issue.record("\($1)") }
    file.keep(Preferences(), at: 0)
    #expect(folder.bytes == nil && file.deadline == .never)
    var writes = 0
    var last = folder.bytes
    var preferences = Preferences()
    for second: Int64 in 0..<100 {
      preferences.page = PageCatalog.turnable[Int(second % 7)]
      file.keep(preferences, at: second * 1_000)
      file.finish(withinMilliseconds: 10_000)
      if folder.bytes != last { writes += 1 }
      last = folder.bytes
    }
    #expect(writes == 4)
    #expect(file.deadline == Deadline(121_000))
    file.save(at: 99_500)
    file.finish(withinMilliseconds: 10_000)
    #expect(folder.bytes.flatMap { read($0) } == preferences)
    #expect(file.deadline == .never)
  }

  @Test("a folder that cannot be written is named once, and it goes on")
  func unwritable() {
    var log: [String] = []
    // Nobody writes into /proc.
    var file = StateFile(folder: "/proc/self", Self.names()) { log.append($1) }
    #expect(file.read(home: .glance) == nil)
    file.keep(Preferences(), at: 0)
    for second: Int64 in 1..<100 {
      file.keep(Self.preferences, at: second * 1_000)
      file.finish(withinMilliseconds: 10_000)
    }
    #expect(log.count == 1 && log[0].hasPrefix("/proc/self/state: "))
    var nowhere = StateFile(folder: nil, Self.names()) { log.append($1) }
    nowhere.keep(Self.preferences, at: 0)
    #expect(nowhere.deadline == .never && log.count == 1)
  }

  @Test("a card that does not answer holds nobody up, and what is newest is written afterwards")
  func slowCard() {
    let folder = TemporaryFolder()
    var file = BackgroundFile("\(folder.path)/state")
    withSlowCard { answer in
      for now: Int64 in 0..<100 {
        file.replace(with: "\(now)", at: now)
        #expect(file.look(at: now) == nil)
        #expect(file.deadline == Deadline(now + 50))
      }
      #expect(file.finish(withinMilliseconds: 20) == nil && folder.bytes == nil)
      answer()
      #expect(file.finish(withinMilliseconds: 10_000) == 0)
    }
    #expect(folder.bytes == Array("99".utf8))
    #expect(file.look(at: 200) == nil && file.deadline == .never)
  }

  @Test("a child that is killed is an error, and the file stays as it was")
  func killedChild() {
    let folder = TemporaryFolder()
    folder.put([1])
    let bytes: [UInt8] = [2]
    withSlowCard { _ in
      let child = tealight_replace_file_apart(
        "\(folder.path)/state", "\(folder.path)/state.partial", bytes, 1, 1, 0)
      #expect(child > 0 && tealight_result_of(child) == -EAGAIN)
      kill(child, SIGKILL)
      var result = -EAGAIN
      // The kernel needs a moment to end it.
      for _ in 0..<2_000 where result == -EAGAIN {
        usleep(5_000)
        result = tealight_result_of(child)
      }
      #expect(result == EINTR && folder.bytes == [1])
    }
  }

  @Test("a file that is replaced keeps its owner and its mode")
  func ownership() {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/state"
    folder.put([1])
    chmod(path, 0o640)
    // Only root may give files away.
    let owner: uid_t = geteuid() == 0 ? 1_234 : geteuid()
    chown(path, owner, .max)
    #expect(FileBytes.replace(path, with: [2], like: path) == 0)
    #expect(FileBytes.replace("\(path).old", with: [1], like: path) == 0)
    #expect(FileBytes.replace("\(path).new", with: [1], like: "\(folder.path)/nothing") == 0)
    for path in [path, "\(path).old"] {
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o640 && status.st_uid == owner, "\(path)")
    }
    #expect(folder.bytes == [2])
  }

  @Test("a file has its mode before there is anything to read in it")
  func modeFirst() {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/pipe"
    mkfifo(path, 0o666)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let full = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    // Where it takes nothing more, the first byte fails: what was done until then came before it.
    let chunk = [UInt8](repeating: 7, count: 4_096)
    while Glibc.write(full, chunk, chunk.count) > 0 {}
    var like = stat()
    (like.st_mode, like.st_uid, like.st_gid) = (0o640, .max, .max)
    let code = tealight_replace_by(full, "\(folder.path)/state", path, chunk, 1, 0, &like)
    var status = stat()
    #expect(code == EAGAIN && folder.bytes == nil)
    #expect(fstat(reader, &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test(
    "what lies where the new file is made goes, and what it leads to stays as it was",
    arguments: ["symbolic link", "hard link", "pipe", "file of everybody's", "nothing"])
  func laidInTheWay(kind: String) {
    let folder = TemporaryFolder()
    let (path, partial) = ("\(folder.path)/state", "\(folder.path)/state.partial")
    folder.write([9], to: "other")
    switch kind {
    case "symbolic link": symlink("other", partial)
    case "hard link": link("\(folder.path)/other", partial)
    case "pipe": mkfifo(partial, 0o666)
    case "nothing": break
    default:
      folder.write([8], to: "state.partial")
      chmod(partial, 0o666)
    }
    // While it is open, its number is nobody else's.
    let laid = open(partial, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(laid) }
    var (before, after) = (stat(), stat())
    fstat(laid, &before)
    let bytes: [UInt8] = [2]
    #expect(tealight_replace_file(path, partial, bytes, 1, 1, nil) == 0)
    #expect(lstat(path, &after) == 0 && after.st_ino != before.st_ino)
    #expect(after.st_mode & S_IFMT == S_IFREG && after.st_mode & 0o133 == 0)
    #expect(folder.bytes == bytes && folder.bytes("other") == [9])
    #expect(!FileBytes.exists(partial))
  }

  @Test("a disk that is full leaves the old file as it was, and nothing beside it")
  func fullDisk() {
    let folder = TemporaryFolder()
    folder.put([1, 2, 3])
    // What is written to this device finds no room.
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    let partial = "\(folder.path)/state.partial"
    close(open(partial, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    let code = tealight_replace_by(
      full, "\(folder.path)/state", partial, Array(repeating: 7 as UInt8, count: 100), 100, 1, nil)
    #expect(code == ENOSPC)
    #expect(folder.bytes == [1, 2, 3])
    #expect(!FileBytes.exists("\(folder.path)/state.partial"))
  }
}

/// By thread: what the children that it forks wait for, each at its birth.
private let gate: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()

/// Whether children look at the gate: asked once that is made, as a child cannot wait for its making.
private let isGuarded = pthread_atfork(nil, nil, waitAtGate) == 0

/// In a child: nothing but what signal-safety(7) allows.
private func waitAtGate() {
  guard let descriptor = pthread_getspecific(gate) else { return }
  var wanted = pollfd(
    fd: Int32(truncatingIfNeeded: Int(bitPattern: descriptor)), events: Int16(POLLIN), revents: 0)
  poll(&wanted, 1, -1)
}

/// With a card that does not answer until it is told to: who writes to it waits, as for fsync(2).
private func withSlowCard(_ body: (_ answer: () -> Void) -> Void) {
  var ends: [Int32] = [-1, -1]
  pipe(&ends)
  let (reader, writer) = (ends[0], ends[1])
  pthread_setspecific(gate, UnsafeRawPointer(bitPattern: Int(reader)))
  #expect(isGuarded)
  body { _ = Glibc.write(writer, "x", 1) }
  pthread_setspecific(gate, nil)
  close(reader)
  close(writer)
}

extension TemporaryFolder {
  /// The state file's bytes; nil where there is none.
  fileprivate var bytes: [UInt8]? { try? FileBytes.read("\(path)/state") }

  fileprivate func put(_ bytes: [UInt8]) { _ = FileBytes.replace("\(path)/state", with: bytes) }
}
