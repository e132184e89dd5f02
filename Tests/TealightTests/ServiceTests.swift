import CLinux
import Configuration
import Devices
import Feeds
import Glibc
import MarketData
import TestSupport
import Testing
import Timing
import Wire

@testable import Tealight

@Suite("Service manners", .serialized)
struct ServiceTests {
  @Test("a log line has a priority and stays one line")
  func log() throws {
    let written = try output { log in
      log.write(.error, "a\nb\u{1B}[2J")
      log.write(.warning, "\u{9B}2J\u{202E}\u{2066}\u{200F}\u{61C}")
      log.write(.info, "₩")
    }
    let escaped = "\\u{009B}2J\\u{202E}\\u{2066}\\u{200F}\\u{061C}"
    #expect(written == "<3>a\\nb\\u{1B}[2J\n<4>\(escaped)\n<6>₩\n")
  }

  @Test("the log begins with the version, the file, the displays and the markets")
  func summary() throws {
    let text = """
      exchanges = ["kraken", "coinbase"]
      markets = ["dogechain:DOGE-USD", "BTC/USD"]
      [[display]]
      panel = "ssd1306"
      bus = "i2c:1"
      [web]
      """
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    let begin = "\(Invocation.version), /etc/t.toml, displays: "
    let end =
      ", markets: dogechain:DOGE-USD (2 more for failover), "
      + "kraken:BTC/USD (1 more for failover)"
    func summary(_ specs: DisplaySpec...) -> String {
      Daemon.summary(of: config, at: "/etc/t.toml", on: specs)
    }
    #expect(summary(.panels) == begin + "ssd1306 on i2c:1, web" + end)
    #expect(summary(.json, .panels) == begin + "json, ssd1306 on i2c:1, web" + end)
    #expect(summary(.web(nil, surface: nil)) == begin + "web" + end)
  }

  @Test("on a terminal a log line has a word in place of a priority, in colour where there is some")
  func words() throws {
    for (colours, bold, faint, red, yellow, plain) in [
      (TerminalColours.none, "", "", "", "", ""),
      (.indexed, "\u{1b}[1m", "\u{1b}[2m", "\u{1b}[31m", "\u{1b}[33m", "\u{1b}[m"),
    ] {
      let terminal = try LogTerminal(colours)
      terminal.log.write(.error, "a\nb\u{1B}[2J")
      terminal.log.write(.warning, "late")
      terminal.log.write(.notice, "the network is connected")
      terminal.log.write(.info, "₩")
      #expect(
        terminal.written
          == "\(red)error:\(plain) a\\nb\\u{1B}[2J\r\n\(yellow)warning:\(plain) late\r\n"
          + "\(bold)note:\(plain) the network is connected\r\n\(faint)info:\(plain) ₩\r\n")
    }
  }

  @Test("lines under a picture wait while it stands on the same terminal, the last hundred")
  func held() throws {
    let terminal = try LogTerminal(.none)
    let log = terminal.log
    var newest = ""
    log.hold()
    log.write(.notice, "before the picture")
    log.follow { newest = $0 }
    for number in 1...102 { log.write(.notice, "\(number)") }
    #expect(newest == "102")
    #expect(terminal.written == "")
    log.release()
    log.write(.warning, "after")
    #expect(
      terminal.written == (3...102).map { "note: \($0)\r\n" }.joined() + "warning: after\r\n")
  }

  /// A log on a terminal, and who looks at that.
  private final class LogTerminal {
    let log: Log
    private let viewer: Int32
    private let terminal: Int32

    init(_ colours: TerminalColours) throws {
      viewer = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      var (number, lock): (Int32, Int32) = (0, 0)
      // TIOCGPTN and TIOCSPTLCK are function-like macros, which Swift does not import.
      let isMade =
        ioctl(viewer, 0x8004_5430, &number) == 0 && ioctl(viewer, 0x4004_5431, &lock) == 0
      terminal = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      log = Log(descriptor: terminal, clock: Clock.fixed(), colours: colours)
      try #require(isMade && terminal >= 0)
    }

    deinit { for end in [terminal, viewer] { close(end) } }

    /// What was written since it was last looked at.
    var written: String {
      var waiting = pollfd(fd: viewer, events: Int16(POLLIN), revents: 0)
      var bytes: [UInt8] = []
      while poll(&waiting, 1, 0) == 1 {
        var some = [UInt8](repeating: 0, count: 4_096)
        bytes += some[..<max(read(viewer, &some, some.count), 0)]
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("the reason of a failed start has a priority in the journal, and nowhere else")
  func complaint() throws {
    let ends = try openPipe()
    defer { for end in ends { close(end) } }
    var status = stat()
    #expect(fstat(ends[1], &status) == 0)
    let clock = Clock(utcOffsetSeconds: 0) { Moment(monotonic: 0, wall: 0) }
    for (journal, line) in [
      ("\(status.st_dev):\(status.st_ino)", "<3>t.toml:1: bad\n"), ("1:1", "t.toml:1: bad\n"),
      (nil, "t.toml:1: bad\n"),
    ] {
      Log(descriptor: ends[1], clock: clock, journal: journal).complain("t.toml:1: bad")
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = read(ends[0], &bytes, bytes.count)
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == line)
    }
  }

  @Test("what is printed and finds no room is known, whether it fits into a buffer or not")
  func fullDisk() throws {
    for (count, failure) in [(1, ENOSPC), (1_000_000, EIO)] {
      for (path, number) in [("/dev/full", failure), ("/dev/null", 0)] {
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        fputs(String(repeating: "x", count: count), file)
        #expect(tealight_finish(file) == number)
      }
    }
  }

  @Test("a sentence that comes again and again is said once a minute, counted, the last time too")
  func repeats() throws {
    var now: Int64 = 1_000
    let ends = try openPipe()
    defer { close(ends[0]) }
    let log = Log(
      descriptor: ends[1],
      clock: Clock(utcOffsetSeconds: 0) { Moment(monotonic: now, wall: 0) })
    for _ in 0..<1_200 {
      for error in ["refused", "silent"] { log.write(.warning, "upbit: \(error) after \(now) ms") }
      log.write(.notice, "alert: price \(now)", key: "alert 1")
      now += 100
    }
    var timer = itimerspec()
    timerfd_gettime(log.repeatsDescriptor, &timer)
    #expect(1...60 ~= timer.it_value.tv_sec)
    now = 500_000
    log.writeRepeats()
    log.write(.warning, "upbit: refused after 7 ms")
    log.release()
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[0], &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    #expect(
      lines.filter { $0.contains("refused") } == [
        "<4>upbit: refused after 1000 ms", "<4>upbit: refused after 60900 ms (599 times more)",
        "<4>upbit: refused after 120900 ms (600 times more)",
        "<4>upbit: refused after 7 ms (once more)",
      ])
    #expect(lines.filter { $0.contains("silent") }.count == 3)
    #expect(
      lines.filter { $0.contains("alert") } == [
        "<5>alert: price 1000", "<5>alert: price 60900 (599 times more)",
        "<5>alert: price 120900 (600 times more)",
      ])
  }

  @Test("a count is written before what is said later of the same thing")
  func countsInOrder() {
    var limiter = RepeatLimiter()
    func said(_ text: String, at second: Int64) -> [String] {
      limiter.admit(RepeatLimiter.Line(severity: .info, text: text), at: second * 1_000).map(\.text)
    }
    let silent = "Upbit does not answer"
    #expect(said("upbit: streaming", at: 0) == ["upbit: streaming"])
    #expect(said(silent, at: 20) == [silent])
    #expect(said(silent, at: 40).isEmpty)
    #expect(said("kraken: streaming", at: 41) == ["kraken: streaming"])
    #expect(said("upbit: streaming", at: 61) == ["\(silent) (once more)", "upbit: streaming"])
    // Two that are held back are counted together, in their order.
    #expect(said(silent, at: 70).isEmpty && said("upbit: streaming", at: 71).isEmpty)
    #expect(
      limiter.advance(to: 121_000).map(\.text) == [
        "\(silent) (once more)", "upbit: streaming (once more)",
      ])
    #expect(limiter.end().isEmpty)
  }

  @Test("a picture shows each line as it comes, and no counts")
  func newest() throws {
    var shown: [String] = []
    _ = try output { log in
      log.follow { shown.append($0) }
      for text in ["upbit: silent", "upbit: streaming", "upbit: silent"] {
        log.write(.info, text)
      }
    }
    #expect(shown == ["upbit: silent", "upbit: streaming", "upbit: silent"])
  }

  @Test("of more sentences than are remembered none is lost, nor its count")
  func manySentences() {
    var limiter = RepeatLimiter()
    var lines: [RepeatLimiter.Line] = []
    for round in 0..<3 {
      for number in 0..<300 {
        let line = RepeatLimiter.Line(severity: .info, text: "market \(number)")
        for _ in 0..<2 { lines += limiter.admit(line, at: Int64(round * 300 + number)) }
      }
    }
    lines += limiter.end()
    for number in 0..<300 {
      #expect(lines.filter { $0.text == "market \(number)" }.count == 3)
      #expect(lines.filter { $0.text == "market \(number) (once more)" }.count == 3)
    }
  }

  @Test("lines that go elsewhere do not wait for the picture")
  func notHeld() throws {
    var newest = ""
    let written = try output { log in
      log.follow { newest = $0 }
      log.write(.notice, "one")
    }
    #expect(newest == "one")
    #expect(written == "<5>one\n")
  }

  @Test("a reader that sleeps costs lines and no time")
  func sleepingReader() throws {
    let ends = try openPipe()
    defer { for end in ends { close(end) } }
    let log = Log(descriptor: ends[1])
    for number in 10..<100 { log.write(.info, String(repeating: "\(number)", count: 4_500)) }
    var line = [UInt8](repeating: 0, count: 5_000)
    let count = read(ends[0], &line, line.count)
    #expect(count == 5_000 && line[4_095] == 0x0A && line[4_096] == UInt8(ascii: "<"))
  }

  @Test("the service manager hears each word, by path and by abstract name", arguments: ["/", "@"])
  func notify(kind: String) throws {
    let name = "/tmp/tealight-notify-\(getpid())"
    let path = kind == "/" ? name : "@\(name)"
    var bytes = Array(path.utf8) + (kind == "/" ? [0] : [])
    if kind == "@" { bytes[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let listener = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer {
      close(listener)
      unlink(name)
    }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(2 + bytes.count))
      }
    }
    try #require(bound == 0)
    #expect(Notify { $0 == "NOTIFY_SOCKET" ? path : nil }.send("READY=1"))
    var heard = [UInt8](repeating: 0, count: 64)
    let count = recv(listener, &heard, heard.count, Int32(MSG_DONTWAIT))
    #expect(String(decoding: heard.prefix(max(0, count)), as: UTF8.self) == "READY=1")
  }

  @Test("where nobody listens nothing happens, and what does not get through is known")
  func unheard() {
    for path in ["", "relative", String(repeating: "/", count: 200)] {
      let notify = Notify { $0 == "NOTIFY_SOCKET" ? path : nil }
      #expect(!notify.isHeard && notify.send("READY=1"))
    }
    #expect(!Notify { $0 == "NOTIFY_SOCKET" ? "/nowhere/socket" : nil }.send("READY=1"))
  }

  @Test("what does not get through to the service manager is said again until it does")
  func insistent() {
    var heard: [String] = []
    var isOpen = false
    var watchdog = SystemdWatchdog(watchdogMilliseconds: 30_000) {
      if isOpen { heard.append($0) }
      return isOpen
    }
    var now: Int64 = 0
    for _ in 0..<20 {
      watchdog.turned(at: now, isReady: true) { "Upbit offline" }
      #expect(Deadline(now) < watchdog.deadline && watchdog.deadline <= Deadline(now + 100))
      now = watchdog.deadline.monotonic
    }
    isOpen = true
    watchdog.turned(at: now, isReady: true) { "Upbit offline" }
    #expect(heard.prefix(2) == ["READY=1", "WATCHDOG=1"])
    for _ in 0..<10 {
      now = watchdog.deadline.monotonic
      watchdog.turned(at: now, isReady: true) { "Upbit offline" }
    }
    #expect(heard.filter { $0 == "READY=1" }.count == 1)
    #expect(heard.filter { $0 == "STATUS=Upbit offline" }.count == 1)
  }

  @Test("the status is said when it changes, once a second at most, and is not forgotten")
  func status() {
    var heard: [String] = []
    var watchdog = SystemdWatchdog(watchdogMilliseconds: nil) {
      heard.append($0)
      return true
    }
    for now: Int64 in stride(from: 0, through: 2_500, by: 100) {
      watchdog.turned(at: now, isReady: false) { "\(now / 500)" }
    }
    #expect(heard == ["STATUS=0", "STATUS=2", "STATUS=4"])
    #expect(watchdog.deadline == Deadline(12_000))
    watchdog.turned(at: 3_000, isReady: false) { "4" }
    #expect(heard.count == 3 && watchdog.deadline == .never)
  }

  @Test("a watch of the clock waits until it is set, and for nothing else")
  func clockWatch() throws {
    let watch = ClockWatch()
    watch.read()
    var ready = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&ready, 1, 0) == 0)
    // No test may set the clock. The kernel says how it was asked: TFD_TIMER_ABSTIME and
    // TFD_TIMER_CANCEL_ON_SET (proc_pid_fdinfo(5)).
    let told = try FileBytes.read("/proc/self/fdinfo/\(watch.descriptor)")
    #expect(String(decoding: told, as: UTF8.self).contains("settime flags: 03\n"))
  }

  @Test("a recording that is played without a display leads to the options of its command")
  func noDisplay() {
    let error = StartError.thrown { () throws(StartError) in
      try Daemon.run(
        Config(), [.panels], Catalogue(), Signals(), Log(descriptor: -1),
        in: Environment(transport: Wire()))
    }
    #expect(
      error?.lines == [
        "there is no display; add --display terminal, or --config FILE with a [[display]]"
      ])
  }

  @Test("a watchdog that nobody could feed is refused in words before anything is opened")
  func quickWatchdog() {
    setenv("NOTIFY_SOCKET", "/nowhere/socket", 1)
    setenv("WATCHDOG_USEC", "99999", 1)
    defer { for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC"] { unsetenv(name) } }
    let error = StartError.thrown { () throws(StartError) in
      try Daemon.run(
        Config(), [.panels], Catalogue(), Signals(), Log(descriptor: -1),
        in: Environment(transport: Wire()))
    }
    #expect(error?.exitCode == 78)
    #expect(
      error?.lines == [
        "the service manager's watchdog of 99 ms is too short; set WatchdogSec to 100 ms or more"
      ])
  }

  @Test("panels of which none is there need no blanking, and are named")
  func blank() throws {
    let text = "[[display]]\npanel = \"ssd1306\"\nbus = \"i2c:77\"\n"
    let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
    let written = try output { Daemon.blank(config, $0) }
    #expect(written.hasPrefix("<3>ssd1306: /dev/i2c-77: does not exist; "))
  }

  /// Where nothing will ever come from.
  private final class Over: SilentTransport {
    override var isOver: Bool { true }
  }

  @Test("a start fails for want of a panel only without another display, and on no hub")
  func missingPanel() throws {
    func start(
      _ specs: [DisplaySpec], _ more: String = ""
    ) throws -> (status: Int32?, log: String) {
      let text = "[[display]]\npanel = \"ssd1306\"\nbus = \"i2c:77\"\n\(more)"
      let config = try Config.read(Array(text.utf8), file: "t.toml", Catalogue())
      var error: StartError?
      let written = try output { log in
        error = StartError.thrown { () throws(StartError) in
          try Daemon.run(
            config, specs, Catalogue(), Signals(), log,
            in: Environment(transport: Over(), reachesBroker: false))
        }
      }
      return (error?.exitCode, written)
    }
    #expect(try start([.panels]).status == 69)
    let hub = "[mqtt]\nbroker = \"mqtts://h\"\nhub = true\n"
    for (status, log) in [try start([.panels], hub), try start([.memory(surface: nil), .panels])] {
      #expect(status == nil && log.contains("<4>ssd1306: /dev/i2c-77: does not exist; "))
    }
  }

  @Test("panels are blanked whatever else is wrong with the file, those with a mistake aside")
  func blankAfterMistakes() throws {
    let temporary = TemporaryFolder()
    let file = "\(temporary.path)/t.toml"
    let text = """
      languag = "ko"
      markets = ["upbit:KRW-BTC]
      [coingecko]
      key_file = "$CREDENTIALS_DIRECTORY/key_nowhere"
      [[display]]
      panel = "ssd1306"
      bus = "i2c:77"
      [[display]]
      panel = "ssd1306"
      bus = "i2c:78"
      colour = "red"
      """
    temporary.write(Array(text.utf8), to: "t.toml")
    let config = try Config.loadPanels(file, Catalogue())
    #expect(config.panels.map { "\($0.bus)" } == ["i2c:77"])
    #expect(config.warnings.map(\.location.line) == [2, 11])
    #expect(throws: StartError.self) { try Config.load(file, Catalogue()) }
  }

  @Test("a folder is one process's at a time, and free again afterwards")
  func folderLock() {
    let temporary = TemporaryFolder()
    let folder = temporary.path
    var first: FolderLock? = FolderLock(folder)
    #expect(first?.isOurs == true)
    #expect(!FolderLock(folder).isOurs)
    first = nil
    #expect(FolderLock(folder).isOurs)
    #expect(FolderLock("/nowhere").isOurs)
  }

  static let watchdogs: [([String: String], Int64?)] = [
    (["WATCHDOG_USEC": "30000000"], 30_000), (["WATCHDOG_USEC": "x"], nil),
    (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "5000", "WATCHDOG_PID": "1"], nil),
    (["WATCHDOG_USEC": "5000", "WATCHDOG_PID": "\(getpid())"], 5), ([:], nil),
  ]

  @Test("the watchdog is ours only where it says so", arguments: watchdogs)
  func watchdog(environment: [String: String], milliseconds: Int64?) {
    #expect(Notify { environment[$0] }.watchdogMilliseconds == milliseconds)
  }

  @Test("signals are read and end nothing")
  func signals() {
    let signals = Signals()
    for signal in [SIGHUP, SIGWINCH] { raise(signal) }
    #expect(!signals.isStopAsked && signals.read().count == 2)
    for signal in [SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGWINCH] { raise(signal) }
    for signal in [SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO] { raise(signal) }
    for signal in [SIGPWR, SIGSTKFLT, SIGXCPU, SIGXFSZ, 34, 64] { raise(signal) }
    #expect(signals.isStopAsked)
    let heard = signals.read()
    #expect(heard.count == 6 && signals.isStopAsked)
    #expect(heard.filter { $0 == .stop }.count == 4)
    for signal in [Signals.Signal.reload, .resize, .stop] { #expect(heard.contains(signal)) }
    #expect(signals.read() == [])
    raise(SIGHUP)
    #expect(Signals(stopsAtHangup: true).read() == [.stop])
  }

  @Test("whoever comes after the reader of signals gets them again, but none of earlier")
  func signalsGivenBack() {
    func blocks(_ signal: Int32) -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return sigismember(&mask, signal) == 1
    }
    let stops = [SIGTERM, SIGINT, SIGQUIT, SIGABRT, SIGHUP]
    let before = stops.map(blocks)
    withExtendedLifetime(Signals()) {
      #expect(stops.allSatisfy(blocks))
      for signal in stops { raise(signal) }
    }
    #expect(stops.map(blocks) == before)
  }

  private func openPipe() throws -> [Int32] {
    var ends: [Int32] = [0, 0]
    let result = pipe(&ends)
    try #require(result == 0)
    return ends
  }

  /// What a log writes.
  private func output(_ body: (Log) -> Void) throws -> String {
    let ends = try openPipe()
    body(Log(descriptor: ends[1]))
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
