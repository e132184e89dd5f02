import Configuration
import Feeds
import Glibc
import MarketData
import TestSupport
import Testing

@testable import State
@testable import Tealight

@Suite("Programs that are told of alerts", .serialized)
struct HookTests {
  /// A folder, and hooks that are looked at by a clock of their own.
  private final class Bench {
    var folder: String { temporary.path }
    private let temporary = TemporaryFolder()
    var hooks: Hooks
    var log: [String] { lines.all }
    private let lines: Lines
    private(set) var now: Int64 = 0

    private final class Lines { var all: [String] = [] }

    init() {
      let lines = Lines()
      self.lines = lines
      hooks = Hooks(announce: { _, _ in }, log: { _, line, _ in lines.all.append(line) })
    }

    deinit {
      hooks.end()
    }

    func run(
      _ script: String, seconds: Int = 10, input: String = "", of occasion: String = "alert"
    ) {
      var hook = Hook(["/bin/sh", "-c", script, "hook", folder])
      hook.timeoutSeconds = seconds
      run(hook, input: input, of: occasion)
    }

    func run(_ hook: Hook, input: String = "", of occasion: String = "alert") {
      hooks.run(hook, input: input, of: Hooks.Occasion(sentence: occasion, key: occasion), at: now)
    }

    /// Real time passes until something holds; for the hooks it is as many milliseconds a look. One
    /// is less than passes: a slow machine does not end what hurries.
    func until(step: Int64 = 1, _ holds: (Bench) -> Bool) -> Bool {
      for _ in 0..<5_000 {
        if holds(self) { return true }
        usleep(2_000)
        now += step
        hooks.turn(at: now)
      }
      return false
    }

    func text(_ name: String = "out") -> String? {
      (try? FileBytes.read("\(folder)/\(name)")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// board/check-release says so of a machine whose system calls another one's kernel answers.
  private static let isEmulated = getenv("TEALIGHT_EMULATED") != nil

  @Test("it reads what has happened, and then the end")
  func echo() {
    let bench = Bench()
    bench.run("cat > $1/other; mv $1/other $1/out", input: "{\"alert\":\"above\"}\n")
    #expect(bench.until { $0.hooks.deadline == .never })
    #expect(bench.text() == "{\"alert\":\"above\"}\n")
    #expect(bench.log.isEmpty)
  }

  @Test("it inherits no descriptor, no variable, no signal, no folder, and has a group of its own")
  func apart() {
    let open = fcntl(0, F_DUPFD, 200)
    defer { close(open) }
    setenv("TEALIGHT_SECRET", "x", 1)
    defer { unsetenv("TEALIGHT_SECRET") }
    let bench = Bench()
    bench.run(
      """
      { for f in /proc/$$/fd/*; do [ -e "$f" ] && echo "${f##*/}"; done | sort -n | tr '\\n' ' '
      pwd; tr '\\0' '\\n' < /proc/$$/environ | cut -d= -f1 | sort | tr '\\n' ' '; echo
      grep SigBlk /proc/$$/status | tr -d '\\t'
      [ "$(cut -d' ' -f5 /proc/$$/stat)" = $$ ] && echo alone; } > $1/out
      """)
    #expect(bench.until { $0.hooks.deadline == .never })
    let lines = (bench.text() ?? "").split(separator: "\n").map(String.init)
    let descriptors = (lines.first ?? "").split(separator: " ").compactMap { Int32($0) }
    #expect(descriptors.starts(with: [0, 1, 2]) && !descriptors.contains(open) && open >= 200)
    #expect(lines.first?.hasSuffix(" /") == true)
    #expect(lines.dropFirst() == ["LANG PATH TEALIGHT_HOOK ", "SigBlk:0000000000000000", "alone"])
  }

  @Test("one that fails is a line on the log, and so is one that is killed")
  func fails() {
    let bench = Bench()
    bench.run("exit 3")
    #expect(bench.until { $0.hooks.deadline == .never })
    bench.run("kill -9 $$")
    #expect(bench.until { $0.hooks.deadline == .never })
    #expect(bench.log == ["/bin/sh exited with status 3", "/bin/sh was killed by signal 9"])
  }

  @Test("one that hangs is asked to end at its time, and made to soon after")
  func hangs() {
    for (script, times) in [
      ("exec sleep 1000", 1_000..<3_000),
      ("trap '' TERM; echo > $1/out; while :; do sleep 1; done", 3_000..<6_000),
    ] as [(String, Range<Int64>)] {
      let bench = Bench()
      bench.run(script, seconds: 1)
      let isStubborn = script.hasPrefix("trap")
      if isStubborn { #expect(bench.until { $0.text() != nil }) }
      // Time goes faster than life only where nothing hurries.
      #expect(bench.until(step: 10) { $0.now >= times.lowerBound - 100 })
      #expect(bench.hooks.deadline != .never && bench.log.isEmpty == !isStubborn)
      #expect(bench.until { $0.hooks.deadline == .never })
      #expect(times.contains(bench.now), "\(bench.now)")
      #expect(bench.log == ["/bin/sh was stopped after 1 s"])
    }
  }

  @Test("one that hangs hears at its time that it is to end, before it is made to")
  func asked() {
    let bench = Bench()
    bench.run(
      "trap 'echo asked > $1/other; exit 0' TERM; echo > $1/out; while :; do sleep 0.01; done",
      seconds: 1)
    #expect(bench.until { $0.text() != nil })
    #expect(bench.until { $0.hooks.deadline == .never })
    #expect(bench.text("other") == "asked\n")
    #expect(bench.log == ["/bin/sh was stopped after 1 s"])
  }

  @Test("what it left behind ends with it")
  func children() {
    let bench = Bench()
    bench.run("sleep 1000 & echo $! > $1/other; mv $1/other $1/out")
    #expect(bench.until { $0.hooks.deadline == .never })
    let child = bench.text().flatMap { pid_t($0.filter(\.isNumber)) } ?? 0
    #expect(child > 0)
    // Whoever adopts it may be slow to bury it.
    #expect(bench.until { _ in kill(child, 0) != 0 || Self.isZombie(child) })
    #expect(bench.log.isEmpty)
  }

  @Test(
    "what it left behind in a session of its own ends with it, and what hangs there at its time")
  func sessions() {
    let stray = "setsid sh -c 'echo $$ > $1/other; mv $1/other $1/out; exec sleep 1000' . $1 &"
    for end in ["", "; exec sleep 1000"] {
      let bench = Bench()
      // It is not over before the other one has said who it is.
      bench.run("\(stray) while ! [ -e $1/out ]; do sleep 0.01; done\(end)", seconds: 2)
      #expect(bench.until { $0.text() != nil })
      let child = bench.text().flatMap { pid_t($0.filter(\.isNumber)) } ?? 0
      #expect(child > 0 && (end.isEmpty || getpgid(child) == child))
      #expect(bench.until(step: end.isEmpty ? 1 : 100) { $0.hooks.deadline == .never })
      #expect(bench.until { _ in kill(child, 0) != 0 || Self.isZombie(child) })
      #expect(bench.log == (end.isEmpty ? [] : ["/bin/sh was stopped after 2 s"]))
    }
  }

  @Test("another hook's processes are left alone")
  func neighbours() {
    let bench = Bench()
    bench.run("setsid sh -c 'echo $$ > $1/other; mv $1/other $1/out; exec sleep 1000' . $1; :")
    #expect(bench.until { $0.text() != nil })
    let child = bench.text().flatMap { pid_t($0.filter(\.isNumber)) } ?? 0
    bench.run("exit 3")
    #expect(bench.until { !$0.log.isEmpty })
    #expect(kill(child, 0) == 0 && !Self.isZombie(child))
    bench.hooks.end()
    #expect(bench.until { _ in kill(child, 0) != 0 || Self.isZombie(child) })
  }

  private static func isZombie(_ id: pid_t) -> Bool {
    guard let bytes = try? FileBytes.read("/proc/\(id)/stat") else { return true }
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").dropFirst(2).first == "Z"
  }

  @Test("what it writes goes nowhere, however much it is, and it need not read")
  func output() {
    let bench = Bench()
    bench.run(
      "head -c 3000000 /dev/zero; head -c 300000 /dev/zero >&2; echo done > $1/out", input: "x")
    #expect(bench.until { $0.text() == "done\n" })
    #expect(bench.until { $0.hooks.deadline == .never })
    #expect(bench.log.isEmpty)
  }

  @Test(
    "in a burst four run at once, the others in their order after them, and what is lost is said")
  func burst() throws {
    let bench = Bench()
    // Each waits for a gate of its own.
    let script =
      "read number; echo $number >> $1/out; while ! [ -e $1/go$number ]; do sleep 0.01; done"
    for number in 1...70 {
      bench.run(script, seconds: 60, input: "\(number)\n", of: "alert \(number)")
    }
    #expect(
      bench.log
        == [69, 70].map { "/bin/sh did not run for \"alert \($0)\": 64 hooks are already waiting" })
    func told(_ bench: Bench) -> [Int] {
      (bench.text() ?? "").split(separator: "\n").compactMap { Int($0) }
    }
    #expect(bench.until { told($0).count == 4 })
    #expect(Set(told(bench)) == [1, 2, 3, 4])
    // The first four may overtake one another; from then on one begins for each that ends.
    for number in 1...68 {
      close(open("\(bench.folder)/go\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
      guard number <= 64 else { continue }
      try #require(bench.until(step: 4) { told($0).count == number + 4 }, "\(number)")
    }
    #expect(bench.until(step: 4) { $0.hooks.deadline == .never })
    #expect(told(bench).sorted() == Array(1...68))
    #expect(Array(told(bench).dropFirst(4)) == Array(5...68))
    #expect(bench.log.count == 2)
  }

  @Test("of a rule at a market a program is told once in ten seconds, whatever the price does")
  func rests() {
    let bench = Bench()
    let hook = Hook(["/bin/sh", "-c", "cat >> $1/out", "hook", bench.folder])
    bench.hooks.reconfigure(as: [hook, hook], hasSameRules: false)
    func alert(_ rule: Int, _ base: String) -> FiredAlert {
      FiredAlert(
        rule: rule, condition: .above(2), market: MarketState.upbit(base).market,
        exchangeTitle: "Upbit", decimals: 0, since: 0, price: 2, figure: nil)
    }
    for time in [0, 9_999, 10_000] as [Int64] {
      bench.hooks.turn([alert(0, "BTC"), alert(0, "BTC")], in: .english, at: time)
    }
    #expect(bench.log.count == 4)
    #expect(
      bench.log.last
        == "/bin/sh did not run for \"BTC/KRW above 2\": "
        + "an alert of this rule and market came less than 10 s before")
    bench.hooks.turn([alert(1, "BTC"), alert(0, "ETH")], in: .english, at: 10_001)
    bench.hooks.reconfigure(as: [hook, hook], hasSameRules: true)
    bench.hooks.turn([alert(1, "BTC")], in: .english, at: 10_002)
    #expect(bench.log.count == 5, "a reload is no reason to tell it again")
    bench.hooks.reconfigure(as: [hook, hook], hasSameRules: false)
    bench.hooks.turn([alert(1, "BTC")], in: .english, at: 10_003)
    bench.hooks.reconfigure(as: [hook], hasSameRules: true)
    bench.hooks.turn([alert(0, "BTC")], in: .english, at: 10_004)
    #expect(bench.log.count == 5)
    #expect(bench.until(step: 10) { $0.hooks.deadline == .never })
    #expect(bench.text()?.split(separator: "\n").count == 6)
  }

  @Test("what waits for too long is lost, and said; so is what waits at the end")
  func waiting() {
    let bench = Bench()
    for number in 1...6 { bench.run("exec sleep 1000", seconds: 60, of: "alert \(number)") }
    #expect(bench.log.isEmpty)
    #expect(bench.until(step: 1_000) { $0.log.contains { $0.contains("alert 6") } })
    let lost = bench.log.filter { $0.contains("did not run") }
    #expect(
      lost == [5, 6].map { "/bin/sh did not run for \"alert \($0)\": it waited for 60 s" })
    #expect(bench.until { $0.hooks.deadline == .never })
    for number in 1...5 { bench.run("exec sleep 1000", of: "alert \(number)") }
    bench.hooks.end()
    #expect(bench.log.last == "/bin/sh did not run for \"alert 5\": tealight is stopping")
    #expect(bench.hooks.deadline == .never)
  }

  @Test(
    "one that cannot be run is a line on the log",
    .disabled(if: isEmulated, "an emulator's child has memory of its own, and cannot say why"))
  func missing() {
    let bench = Bench()
    bench.run(Hook(["/tmp/no/such"]))
    #expect(bench.log == ["/tmp/no/such cannot be run: No such file or directory"])
    #expect(bench.hooks.deadline == .never)
  }
}
