import Configuration
import Pixels
import Testing
import Timing

@testable import Devices
@testable import Tealight

@Suite("Displays share the bus time of a turn")
struct ScreenTurnTests {
  /// A panel whose picture takes several flushes.
  private final class Slow: Display {
    let name = "slow"
    let surface = PanelKind.ssd1306.surface()
    let hasStarted = true
    let flushMicroseconds: Int64
    private(set) var turns: [Int64] = []
    var traffic: DisplayTraffic? {
      DisplayTraffic(
        busBytes: nil, busMicroseconds: Int64(turns.count) * flushMicroseconds, errors: 0)
    }

    init(flushMicroseconds: Int64) { self.flushMicroseconds = flushMicroseconds }

    func show(_ frame: Frame) {}
    func sleep() {}
    func flush(now: Int64) -> Deadline {
      turns.append(now)
      return turns.count % 3 == 0 ? .never : Deadline(now)
    }
  }

  /// In which turns each of so many displays is flushed, until all have shown two pictures.
  private func turns(_ milliseconds: [Double]) -> [[Int64]] {
    let displays = milliseconds.map { Slow(flushMicroseconds: Int64($0 * 1_000)) }
    let start = Moment(monotonic: 0, wall: 0)
    var screens = Screens(
      displays.map { Screen($0, typesetter: BuiltInTypesetter(), art: nil) },
      lighting: Lighting(Config.Lighting(), at: start),
      litHours: LitHours(folder: nil, names: [], now: 0) { _ in })
    var turn: Int64 = 0
    for _ in 0..<2 {
      for screen in screens.all { screen.refresh() }
      while screens.all.contains(where: { $0.flushAt.isDue(at: turn) }) {
        _ = screens.flush(at: turn)
        turn += 1
      }
    }
    return displays.map(\.turns)
  }

  @Test("one that uses all of a turn leaves the next ones to the others, in their order")
  func slow() {
    #expect(
      turns([40, 40, 40])
        == [[0, 3, 6, 9, 12, 15], [1, 4, 7, 10, 13, 16], [2, 5, 8, 11, 14, 17]])
  }

  @Test("those that need little are flushed in the same turn")
  func quick() {
    #expect(turns([1, 0, 1, 1.9]) == Array(repeating: [0, 1, 2, 3, 4, 5], count: 4))
  }

  @Test("one that needs much keeps the others waiting for a turn at most")
  func mixed() {
    #expect(
      turns([0.1, 40, 0.1])
        == [[0, 1, 2, 4, 5, 6], [0, 1, 2, 4, 5, 6], [1, 2, 3, 4, 5, 6]])
  }
}
