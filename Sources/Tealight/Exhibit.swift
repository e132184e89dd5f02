import Configuration
import Devices
import Glibc
import Pixels

/// Shows one still picture on every configured panel, until a signal or `ending` ends it. There is
/// no configuration to read again, so SIGHUP, the signal of a terminal that is gone, ends it, too.
public enum Exhibit {
  /// - Parameters:
  ///   - theme: the colours of the picture's roles.
  ///   - ending: a descriptor that ends it as soon as it can be read; nil for none.
  ///   - draw: the picture for a display.
  /// - Returns: whether a signal to stop has ended it.
  /// - Throws: `devices` where no panel can be had.
  @discardableResult
  public static func run(
    _ config: Config, theme: Theme, _ signals: Signals, _ log: Log, until ending: Int32? = nil,
    draw: (any Display) -> Frame
  ) throws(StartError) -> Bool {
    let displays = try CompositionRoot(config: config, log: log).panels(theme).map(\.display)
    guard !displays.isEmpty else {
      throw .noConfiguration(
        "there is no display; choose one with --board NAME, or with --panel NAME --bus BUS")
    }
    var surfaces: [Surface?] = displays.map { _ in nil }
    let clock = Clock()
    var (isEnded, isStopped) = (false, false)
    repeat {
      let now = clock.now().monotonic
      // A panel that was missing tells its surface only once it is there.
      for (index, display) in displays.enumerated() where display.surface != surfaces[index] {
        surfaces[index] = display.surface
        display.show(draw(display))
      }
      var next = displays.map { $0.flush(now: now) }.min() ?? .never
      if displays.map(\.surface) != surfaces { next = .immediately }
      // A negative descriptor is not watched.
      var watches = [signals.descriptor, ending ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      watches += displays.compactMap(\.wakeDescriptor).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&watches, nfds_t(watches.count), Int32(next.milliseconds(from: now)))
      let read = signals.read()
      isStopped = read.contains(.stop)
      isEnded = watches[1].revents != 0 || isStopped || read.contains(.reload)
    } while !isEnded
    displays.map { Screen($0, typesetter: BuiltInTypesetter(), art: nil) }
      .end(clock, config.settings.language, givingBack: true)
    return isStopped
  }
}
