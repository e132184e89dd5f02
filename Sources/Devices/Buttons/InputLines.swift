import CGpio
import CLinux
import Glibc

/// The GPIO lines of all buttons and encoders, behind one file descriptor.
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

  private static let edgesMax = 64
  private let poller = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
  private var lines: [OpaquePointer?] = []
  private var edges = [tealight_gpio_edge](repeating: tealight_gpio_edge(), count: edgesMax)
  private let wirings: [Wiring]
  /// The lines of which the last `read` may not have got every edge.
  public private(set) var overflowed: Set<Int> = []
  private let report: (_ input: Int, DeviceError) -> Void

  /// Opens every line that can be opened.
  /// - Parameter report: takes what is wrong with a line, now or later; the others work.
  public init(_ wirings: [Wiring], report: @escaping (_ input: Int, DeviceError) -> Void) {
    self.wirings = wirings
    self.report = report
    for (input, wiring) in wirings.enumerated() {
      do throws(DeviceError) {
        lines.append(try Self.open(wiring))
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u32 = UInt32(input)
        epoll_ctl(poller.number, EPOLL_CTL_ADD, tealight_gpio_fd(lines[input]), &event)
      } catch {
        lines.append(nil)
        report(input, error)
      }
    }
  }

  deinit {
    for case let line? in lines { tealight_gpio_close(line) }
  }

  /// Readable when an edge waits.
  public var fileDescriptor: Int32 { poller.number }

  /// Whether a line is active now; false for a line that could not be opened.
  public func isActive(_ input: Int) -> Bool {
    lines[input].map { tealight_gpio_get($0) == 1 } ?? false
  }

  /// The edges that wait, each line's in order.
  /// - Parameter now: the monotonic millisecond.
  public func read(now: Int64) -> [Edge] {
    var ready = [epoll_event](repeating: epoll_event(), count: max(lines.count, 1))
    let count = epoll_wait(poller.number, &ready, Int32(ready.count), 0)
    var found: [Edge] = []
    overflowed = []
    for event in ready.prefix(max(Int(count), 0)) {
      let input = Int(event.data.u32)
      guard let line = lines[input] else { continue }
      let edgeCount = tealight_gpio_read(line, &edges, edges.count)
      if edgeCount < 0 { lose(input, errno: -edgeCount) }
      guard edgeCount > 0 else { continue }
      // The kernel stamps them by a clock that stands still while the machine is suspended.
      let suspended = tealight_suspended_nanoseconds()
      found += edges.prefix(Int(edgeCount)).map {
        Edge(
          input: input, isActive: $0.active == 1,
          timeNanoseconds: Int64($0.monotonic_ns) + suspended)
      }
      guard edgeCount >= tealight_gpio_edges_kept() else { continue }
      overflowed.insert(input)
      let (isActive, last) = (isActive(input), found.last!)
      if last.isActive != isActive {
        // The last edge may be newer than `now`.
        let time = max(now * 1_000_000, last.timeNanoseconds)
        found.append(Edge(input: input, isActive: isActive, timeNanoseconds: time))
      }
    }
    return found
  }

  /// A line whose chip is gone would wake the loop for ever.
  private func lose(_ input: Int, errno code: Int32) {
    epoll_ctl(poller.number, EPOLL_CTL_DEL, tealight_gpio_fd(lines[input]), nil)
    tealight_gpio_close(lines[input])
    lines[input] = nil
    report(input, .failed(device: wirings[input].name, call: "read", errno: code))
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
        path, UInt32(wiring.line), Int32(pull), wiring.isActiveLow ? 1 : 0, "tealight",
        &line)
    }
  }
}

/// A button or a contact became active or inactive.
public struct Edge: Equatable, Sendable {
  /// The index of its wiring in the list that was opened.
  public var input: Int
  public var isActive: Bool
  /// By the monotonic clock, which goes on while the machine is suspended.
  public var timeNanoseconds: Int64

  /// The monotonic millisecond.
  public var time: Int64 { timeNanoseconds / 1_000_000 }
}
