import Configuration
import Feeds
import Glance
import Glibc
import MarketData
import State
import Timing

/// The hooks that run, and those that wait for their turn. The loop waits for none of them, but
/// checks them from time to time.
struct Hooks {
  /// How many may run at once.
  static let runningMax = 4
  /// How many may wait until they can run, and how long: what is older is no longer news.
  static let waitingMax = 64
  static let waitMilliseconds: Int64 = 60_000
  /// How long a rule's hook rests for a market once it was told of it. What a program sends may
  /// cost money, and the cost must not depend on how often an exchange's price crosses a level.
  static let restMilliseconds: Int64 = 10_000
  /// How often they are looked at, and how long one that was asked to end may take.
  private static let lookMilliseconds: Int64 = 100
  private static let graceMilliseconds: Int64 = 2_000

  /// The event that a hook is told of, for the log.
  struct Occasion {
    let sentence: String
    /// The rule and the market.
    let key: String
  }

  private struct Running {
    let hook: Hook
    let process: HookProcess
    /// When the hook is asked to end (SIGTERM), and when it is made to end (SIGKILL).
    let endAt: Deadline
    let killAt: Deadline
    var isAsked = false
  }

  private struct Waiting {
    let hook: Hook
    let input: String
    let occasion: Occasion
    let giveUpAt: Deadline
  }

  /// The hook of each rule, if it has one.
  private var plan: [Hook?]
  private let announce: (FiredAlert, String) -> Void
  private let log: (Severity, String, _ key: String?) -> Void
  private var running: [Running] = []
  /// The oldest first.
  private var waiting: [Waiting] = []
  /// Until when no hook is told of an occasion again, by the key of the occasion.
  private var restsUntil: [String: Deadline] = [:]
  /// How many alerts have come, by their conditions.
  private(set) var alerts: [String: Int] = [:]
  /// When `turn` wants to be called; never while none runs.
  private(set) var deadline = Deadline.never

  /// - Parameter announce: says on the log that an alert has come, with its sentence.
  init(
    _ plan: [Hook?] = [], announce: @escaping (FiredAlert, String) -> Void,
    log: @escaping (Severity, String, _ key: String?) -> Void
  ) {
    self.plan = plan
    self.announce = announce
    self.log = log
  }

  /// Starts the hooks of the alerts that have come, and looks after those that run.
  /// - Parameter language: the language for programs; the log is in English.
  mutating func turn(_ fired: [FiredAlert], in language: Language, at now: Int64) {
    if !fired.isEmpty { restsUntil = restsUntil.filter { !$0.value.isDue(at: now) } }
    for alert in fired {
      alerts[alert.condition.name, default: 0] += 1
      let sentence = alert.sentence(in: .english)
      announce(alert, sentence)
      guard plan.indices.contains(alert.rule), let hook = plan[alert.rule] else { continue }
      let occasion = Occasion(sentence: sentence, key: "hook \(alert.rule) \(alert.market)")
      guard restsUntil[occasion.key] == nil else {
        let rest = Self.restMilliseconds / 1_000
        lose(hook, occasion, "an alert of this rule and market came less than \(rest) s before")
        continue
      }
      restsUntil[occasion.key] = Deadline(now + Self.restMilliseconds)
      run(hook, input: alert.json(in: language) + "\n", of: occasion, at: now)
    }
    turn(at: now)
  }

  /// Starts a hook, at once or when it is its turn.
  mutating func run(_ hook: Hook, input: String, of occasion: Occasion, at now: Int64) {
    if waiting.count < Self.waitingMax {
      waiting.append(
        Waiting(
          hook: hook, input: input, occasion: occasion,
          giveUpAt: Deadline(now + Self.waitMilliseconds)))
    } else {
      lose(hook, occasion, "\(Self.waitingMax) hooks are already waiting")
    }
    startWaiting(at: now)
  }

  private mutating func startWaiting(at now: Int64) {
    while let next = waiting.first, next.giveUpAt.isDue(at: now) {
      lose(next.hook, next.occasion, "it waited for \(Self.waitMilliseconds / 1_000) s")
      waiting.removeFirst()
    }
    while running.count < Self.runningMax, !waiting.isEmpty {
      let next = waiting.removeFirst()
      start(next.hook, input: next.input, at: now)
    }
  }

  private func lose(_ hook: Hook, _ occasion: Occasion, _ reason: String) {
    log(
      .warning, "\(hook.arguments[0]) did not run for \"\(occasion.sentence)\": \(reason)",
      occasion.key)
  }

  private mutating func start(_ hook: Hook, input: String, at now: Int64) {
    do throws(HookProcess.Failure) {
      let process = try HookProcess(hook.arguments, input: input)
      let end = now + Int64(hook.timeoutSeconds) * 1_000
      running.append(
        Running(
          hook: hook, process: process, endAt: Deadline(end),
          killAt: Deadline(end + Self.graceMilliseconds)))
      deadline = Deadline(now + Self.lookMilliseconds)
    } catch {
      let reason = String(cString: strerror(error.code))
      log(.warning, "\(hook.arguments[0]) cannot be run: \(reason)", nil)
    }
  }

  /// Removes hooks that have ended, ends those that take too long, and starts those whose turn it is.
  mutating func turn(at now: Int64) {
    guard deadline.isDue(at: now) else { return }
    for index in running.indices.reversed() {
      let (hook, process) = (running[index].hook, running[index].process)
      if let end = process.reap() {
        if let complaint = complaint(end, running[index]) { log(.warning, complaint, nil) }
        running.remove(at: index)
      } else if running[index].killAt.isDue(at: now) {
        process.send(SIGKILL)
      } else if running[index].endAt.isDue(at: now), !running[index].isAsked {
        running[index].isAsked = true
        process.send(SIGTERM)
        log(
          .warning, "\(hook.arguments[0]) was stopped after \(hook.timeoutSeconds) s", nil)
      }
    }
    startWaiting(at: now)
    deadline = running.isEmpty ? .never : Deadline(now + Self.lookMilliseconds)
  }

  /// Runs other programs from now on; those that run go on.
  /// - Parameter hasSameRules: whether each rule has the number that it had.
  mutating func reconfigure(as plan: [Hook?], hasSameRules: Bool) {
    // Another rule may now have the number of a rule whose hook rests.
    if !hasSameRules || plan != self.plan { restsUntil = [:] }
    self.plan = plan
  }

  /// Ends all of them at once.
  mutating func end() {
    for one in running {
      one.process.send(SIGKILL)
      _ = one.process.reap()
    }
    for one in waiting { lose(one.hook, one.occasion, "tealight is stopping") }
    (running, waiting, deadline) = ([], [], .never)
  }

  private func complaint(_ end: HookProcess.End, _ run: Running) -> String? {
    switch end {
    case .exited(0): nil
    case .exited(let code): "\(run.hook.arguments[0]) exited with status \(code)"
    // Its end was logged when it was asked to end.
    case .killed where run.isAsked: nil
    case .killed(let signal): "\(run.hook.arguments[0]) was killed by signal \(signal)"
    }
  }
}
