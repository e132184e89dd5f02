import CGpio
import CLinux
import Glibc
import Timing

/// The GPIO lines of all buttons and encoders, behind one file descriptor. A line that is missing or
/// goes away is looked for again.
public final class InputLines {
  /// How one line is wired.
  public struct Wiring: Equatable, Sendable {
    public enum Pull: Sendable {
      case up, down, none
    }

    public var chip: String
    public var line: Int
    public var pull: Pull
    public var isActiveLow: Bool

    public init(chip: String, line: Int, pull: Pull = .up, isActiveLow: Bool = true) {
      self.chip = chip
      self.line = line
      self.pull = pull
      self.isActiveLow = isActiveLow
    }

    /// What messages call the line.
    var name: String { "line \(line) of \(chip)" }
  }

  typealias Opener = (Wiring) throws(DeviceError) -> any EdgeLine

  private struct Line {
    let wiring: Wiring
    /// Nil while it is missing.
    var opened: (any EdgeLine)?
    var retries = Retry()
    /// When to look for the line again, if it is missing.
    var searchAt = Deadline.immediately
  }

  private static let edgesMax = 64
  private let poller = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
  private var lines: [Line]
  private var edges = [tealight_gpio_edge](repeating: tealight_gpio_edge(), count: edgesMax)
  /// The lines of which the last `read` may have missed edges.
  public private(set) var overflowed: Set<Int> = []
  /// The lines that were missing and that the last `read` has found.
  public private(set) var found: Set<Int> = []
  /// The lines that the last `read` has lost.
  public private(set) var lost: Set<Int> = []
  private let open: Opener
  private let report: (_ input: Int, String) -> Void

  /// Opens every line that can be opened.
  /// - Parameter report: takes a sentence once when a line is missing, and when it is there again.
  ///   The other lines work meanwhile.
  public convenience init(
    _ wirings: [Wiring], report: @escaping (_ input: Int, String) -> Void
  ) {
    self.init(
      wirings, open: { (wiring) throws(DeviceError) in try ChipLine(wiring) }, report: report)
  }

  init(
    _ wirings: [Wiring], open: @escaping Opener,
    report: @escaping (_ input: Int, String) -> Void
  ) {
    lines = wirings.map { Line(wiring: $0) }
    (self.open, self.report) = (open, report)
    for input in lines.indices {
      search(input, now: 0)
      // The time is not known yet.
      lines[input].searchAt = .immediately
    }
  }

  /// Readable when an edge waits.
  public var fileDescriptor: Int32 { poller.number }

  /// When `read` has to be called even if no edge waits.
  public var deadline: Deadline {
    lines.lazy.filter { $0.opened == nil }.map(\.searchAt).min() ?? .never
  }

  /// Whether a line is active now; false for a line that is missing.
  public func isActive(_ input: Int) -> Bool {
    lines[input].opened?.isActive ?? false
  }

  /// The edges that wait, each line's in order.
  /// - Parameter now: the monotonic millisecond.
  public func read(now: Int64) -> [Edge] {
    (overflowed, found, lost) = ([], [], [])
    for input in lines.indices
    where lines[input].opened == nil && lines[input].searchAt.isDue(at: now) {
      search(input, now: now)
      if lines[input].opened != nil { found.insert(input) }
    }
    var waiting: [Edge] = []
    // Every line is read: Linux before 6.6 wakes nobody when a chip is gone (gpiolib-cdev.c).
    for input in lines.indices {
      guard let edgeCount = lines[input].opened?.read(&edges) else { continue }
      if edgeCount < 0 {
        lose(input, errno: -edgeCount, now: now)
        lost.insert(input)
        // A button whose line is gone counts as released.
        waiting.append(Edge(input: input, isActive: false, timeNanoseconds: now * 1_000_000))
      }
      guard edgeCount > 0 else { continue }
      // The kernel stamps edges by a clock that stands still while the machine is suspended.
      let suspended = tealight_suspended_nanoseconds()
      waiting += edges.prefix(Int(edgeCount)).map {
        Edge(
          input: input, isActive: $0.active == 1,
          timeNanoseconds: Int64($0.monotonic_ns) + suspended)
      }
      guard edgeCount >= tealight_gpio_edges_kept() else { continue }
      overflowed.insert(input)
      let (isActive, last) = (isActive(input), waiting.last!)
      if last.isActive != isActive {
        // The last edge may be newer than `now`.
        let time = max(now * 1_000_000, last.timeNanoseconds)
        waiting.append(Edge(input: input, isActive: isActive, timeNanoseconds: time))
      }
    }
    return waiting
  }

  private func search(_ input: Int, now: Int64) {
    let wiring = lines[input].wiring
    do throws(DeviceError) {
      let line = try open(wiring)
      var event = epoll_event()
      event.events = EPOLLIN.rawValue
      epoll_ctl(poller.number, EPOLL_CTL_ADD, line.descriptor, &event)
      lines[input].opened = line
      lines[input].retries.answered(wiring.name) { report(input, $0) }
    } catch {
      failed(input, error, now: now)
    }
  }

  /// Closes a line whose chip is gone, because it would wake the loop for ever.
  private func lose(_ input: Int, errno code: Int32, now: Int64) {
    epoll_ctl(poller.number, EPOLL_CTL_DEL, lines[input].opened!.descriptor, nil)
    lines[input].opened = nil
    let name = lines[input].wiring.name
    failed(input, .failed(device: name, call: "read", errno: code), now: now)
  }

  private func failed(_ input: Int, _ error: DeviceError, now: Int64) {
    let pause = lines[input].retries.pause(after: error) { report(input, $0) }
    lines[input].searchAt = Deadline(now + pause)
  }

  /// Takes a line as an input from its chip.
  static func open(_ wiring: Wiring) throws(DeviceError) -> OpaquePointer {
    let pull =
      switch wiring.pull {
      case .up: TEALIGHT_PULL_UP
      case .down: TEALIGHT_PULL_DOWN
      case .none: TEALIGHT_PULL_NONE
      }
    return try openLine(chip: wiring.chip, offset: wiring.line) { path, line in
      tealight_gpio_input(
        path, UInt32(wiring.line), Int32(pull), wiring.isActiveLow ? 1 : 0, OwnName.consumer,
        &line)
    }
  }
}

/// A button or a contact became active or inactive.
public struct Edge: Equatable, Sendable {
  /// The index of its wiring in the list that was opened.
  public var input: Int
  public var isActive: Bool
  /// By CLOCK_BOOTTIME, the daemon's monotonic clock: it goes on while the machine is suspended.
  public var timeNanoseconds: Int64

  /// The monotonic millisecond.
  public var time: Int64 { timeNanoseconds / 1_000_000 }
}
