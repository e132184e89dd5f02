import Configuration
import Devices
import Glibc
import Pixels

/// One still picture on every configured panel, until a signal ends it.
public enum Exhibit {
  /// - Parameters:
  ///   - theme: what the picture's inks are.
  ///   - draw: the picture for a display.
  /// - Throws: `devices` where no panel can be had.
  public static func run(
    _ config: Config, theme: Theme, _ signals: Signals, _ log: Log,
    draw: (any Display) -> Frame
  ) throws(StartError) {
    let displays = try CompositionRoot(config: config, log: log).panels(theme).map(\.display)
    guard !displays.isEmpty else { throw .noConfiguration("there is no display: name a panel") }
    for display in displays { display.show(draw(display)) }
    let clock = Clock()
    repeat {
      let now = clock.now().monotonic
      let next = displays.map { $0.flush(now: now) }.min() ?? .never
      var watches = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
      watches += displays.compactMap(\.wakeDescriptor).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      poll(&watches, nfds_t(watches.count), Int32(next.milliseconds(from: now)))
    } while !signals.read().contains(.stop)
    displays.map { Screen($0, typesetter: BuiltInTypesetter(), art: nil) }
      .end(clock, config.settings.language, givingBack: true)
  }
}
