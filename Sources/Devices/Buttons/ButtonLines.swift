import CGpio
import CLinux
import Glibc

/// The GPIO lines of all buttons, behind one file descriptor.
public final class ButtonLines {
  /// How one button is wired.
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
  }

  /// A button became active or inactive, by the kernel's monotonic clock in milliseconds.
  public struct Edge: Equatable, Sendable {
    public var button: Int
    public var isActive: Bool
    public var time: Int64
  }

  private static let edgesMax = 64
  private let poller = FileDescriptor(epoll_create1(Int32(EPOLL_CLOEXEC)))
  private var lines: [OpaquePointer?] = []
  private var edges = [tealight_gpio_edge](repeating: tealight_gpio_edge(), count: edgesMax)

  /// Opens what can be opened.
  /// - Parameter report: takes a sentence for each button that cannot be had; the others work.
  public init(_ wirings: [Wiring], report: (String) -> Void) {
    for (button, wiring) in wirings.enumerated() {
      do throws(DeviceError) {
        lines.append(try Self.open(wiring))
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.u32 = UInt32(button)
        epoll_ctl(poller.number, EPOLL_CTL_ADD, tealight_gpio_fd(lines[button]), &event)
      } catch {
        lines.append(nil)
        report("button \(button + 1): \(error)")
      }
    }
  }

  deinit {
    for case let line? in lines { tealight_gpio_close(line) }
  }

  /// Readable when an edge waits.
  public var fileDescriptor: Int32 { poller.number }

  /// The edges that wait, each button's in order.
  /// - Parameter now: the monotonic millisecond.
  public func read(now: Int64) -> [Edge] {
    var ready = [epoll_event](repeating: epoll_event(), count: max(lines.count, 1))
    let count = epoll_wait(poller.number, &ready, Int32(ready.count), 0)
    var found: [Edge] = []
    for event in ready.prefix(max(Int(count), 0)) {
      let button = Int(event.data.u32)
      guard let line = lines[button] else { continue }
      let edgeCount = tealight_gpio_read(line, &edges, edges.count)
      if edgeCount < 0 { drop(button) }
      guard edgeCount > 0 else { continue }
      for edge in edges.prefix(Int(edgeCount)) {
        let time = Int64(edge.monotonic_ns / 1_000_000)
        found.append(Edge(button: button, isActive: edge.active == 1, time: time))
      }
      // The kernel keeps only so many edges of a bouncing contact: the last may be lost.
      let level = tealight_gpio_get(line)
      if level >= 0, (level == 1) != found.last?.isActive {
        found.append(Edge(button: button, isActive: level == 1, time: now))
      }
    }
    return found
  }

  /// A line whose chip is gone would wake the loop for ever.
  private func drop(_ button: Int) {
    epoll_ctl(poller.number, EPOLL_CTL_DEL, tealight_gpio_fd(lines[button]), nil)
    tealight_gpio_close(lines[button])
    lines[button] = nil
  }

  private static func open(_ wiring: Wiring) throws(DeviceError) -> OpaquePointer {
    let pull =
      switch wiring.pull {
      case .up: TEALIGHT_PULL_UP
      case .down: TEALIGHT_PULL_DOWN
      case .none: TEALIGHT_PULL_NONE
      }
    return try takeLine(chip: wiring.chip, offset: wiring.line) { path, line in
      tealight_gpio_input(
        path, UInt32(wiring.line), Int32(pull), wiring.isActiveLow ? 1 : 0, "tealight",
        &line)
    }
  }
}
