import Configuration
import Devices
import Glance
import Glibc
import MarketData
import Pixels
import SimulatedExchange
import State
import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite(.serialized) struct LoopTests {
  @Test("a first frame stands before anybody is asked anything, and the start is over")
  func firstFrame() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    #expect(bench.display.frames.count == 1)
    #expect(bench.exchange.record.connections == 0)
    bench.loop.turn(waiting: 0)
    #expect(bench.notices.first == "READY=1")
    #expect(bench.notices.contains("WATCHDOG=1"))
  }

  /// A display that nobody can look at any more.
  private final class Gone: Display {
    let name = "gone"
    let surface = PanelKind.ssd1306.surface()
    let hasStarted = true
    let isGone = true
    func show(_ frame: Frame) {}
    func flush(now: Int64) -> Deadline { .never }
    func sleep() {}
  }

  @Test(
    "one of two displays that is gone is forgotten, and the last one ends a program that needs one",
    arguments: [1, 2], [true, false])
  func gone(count: Int, needsDisplay: Bool) throws {
    let displays: [any Display] = [Gone(), MemoryDisplay(PanelKind.ssd1306.surface())]
    let bench = try LoopBench(
      displays: Array(displays.prefix(count)), needsDisplay: needsDisplay)
    bench.loop.begin()
    bench.press("g")
    bench.loop.turn(waiting: 0)
    #expect(bench.loop.screens.all.count == count - 1)
    #expect(bench.loop.isStopping == (needsDisplay && count == 1))
    // What has told of it is not listened to any more: it would always be readable.
    bench.press("q")
    bench.loop.turn(waiting: 0)
    #expect(bench.loop.isStopping == (needsDisplay && count == 1))
  }

  @Test("a trade on the exchange becomes a frame on the display")
  func tradeToFrame() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    #expect(bench.until { $0.exchange.openSockets == 1 && !$0.exchange.record.received.isEmpty })
    let before = bench.display.frames.count
    bench.trade("KRW-BTC", 148_737_000)
    #expect(bench.until { $0.loop.desk.report.price == 148_737_000 })
    #expect(bench.until { $0.display.frames.count > before })
    #expect(bench.loop.desk.report.link == .streaming)
  }

  @Test("each market keeps to itself, and a key turns to the next")
  func markets() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 100)
    bench.trade("KRW-ETH", 7)
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    bench.press("n")
    #expect(bench.until { $0.loop.desk.report.market.code == "KRW-ETH" })
    #expect(bench.until { $0.loop.desk.report.price == 7 })
    #expect(bench.loop.desk.report.live?.high == 7)
  }

  @Test(
    "whatever keeps the stream away, prices are polled",
    arguments: ["upgrade-hang", "wrong-accept", "upgrade-status=403", "upgrade-redirect=302"])
  func polls(fault: String) throws {
    let bench = try LoopBench(fault) { $0.link.pollEverySeconds = 1 }
    let past = bench.clock.now().wall - 3_600_000
    bench.exchange.trade("KRW-BTC", price: 100, volume: 1, at: past)
    bench.exchange.trade("KRW-ETH", price: 7, volume: 1, at: past)
    bench.loop.begin()
    #expect(bench.until { $0.loop.desk.report.link == .polling })
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    #expect(bench.loop.desk.report.live?.source == .samples)
  }

  @Test("an untrusted certificate gives no price, and a sentence on the log")
  func untrusted() throws {
    let bench = try LoopBench("other-ca")
    bench.loop.begin()
    #expect(bench.until { $0.log.contains { $0.contains("the stream failed") } })
    #expect(bench.log.contains { $0.lowercased().contains("certificate") })
    #expect(bench.loop.desk.report.price == nil)
  }

  @Test(
    "what is wrong with an exchange is on the log in English where the screen says it in Korean")
  func englishLog() throws {
    let bench = try LoopBench("other-ca") { $0.settings.language = .korean }
    bench.loop.begin()
    #expect(
      bench.until { $0.log.contains { $0.contains("certificate cannot be trusted") } },
      "\(bench.log)")
    #expect(bench.log.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(bench.log)")
  }

  @Test("in the dark a press asks for light and nothing else, and the next one is a press")
  func dark() throws {
    let bench = try LoopBench(lightSource: .lamp, minutesAlone: 60) {
      $0.lighting.night = Config.Night(LocalHours(begin: 0, end: 1_440))
      $0.lighting.night.brightness = 0
    }
    bench.loop.begin()
    #expect(bench.display.frames == [Frame(bench.display.size)])
    bench.loop.turn(waiting: 0)
    #expect(bench.notices.first == "READY=1")
    bench.press("n")
    #expect(bench.until { $0.display.frames.count > 1 })
    #expect(bench.loop.desk.report.market.code == "KRW-BTC")
    bench.press("n")
    #expect(bench.until { $0.loop.desk.report.market.code == "KRW-ETH" })
  }

  @Test("an alert that somebody elsewhere was told of is snoozed from there in the dark, too")
  func snoozedInTheDark() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let broker = ScriptedBroker(descriptor: descriptor)
    let bench = try LoopBench(lightSource: .lamp, minutesAlone: 60, broker: broker.desk()) {
      $0.lighting.night = Config.Night(LocalHours(begin: 0, end: 1_440))
      $0.lighting.night.brightness = 0
      $0.settings.alerts.rules = [AlertRule(.above(100))]
      $0.hooks = [nil]
    }
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty && !broker.connects.isEmpty })
    broker.say(.connected)
    bench.trade("KRW-BTC", 99)
    #expect(bench.until { $0.loop.desk.report.price == 99 })
    bench.trade("KRW-BTC", 101)
    #expect(bench.until { $0.loop.desk.page == .alert && $0.loop.screens.isAnyOff })
    broker.send("snooze", to: "tealight/desk/set/command")
    #expect(bench.until { $0.loop.desk.hasSnoozedAlert })
    #expect(bench.until { !$0.loop.screens.isAnyOff })
  }

  @Test("whoever is seen finds light without a touch, and the first press is a press")
  func seen() throws {
    let bench = try LoopBench(lightSource: .lamp, minutesAlone: 60, hasSensor: true) {
      $0.lighting.night = Config.Night(LocalHours(begin: 0, end: 1_440))
      $0.lighting.night.brightness = 0
    }
    bench.loop.begin()
    bench.loop.turn(waiting: 0)
    #expect(bench.loop.screens.isAnyOff)
    bench.isSomebodyThere = true
    #expect(bench.until { !$0.loop.screens.isAnyOff && $0.display.frames.count > 1 })
    #expect(bench.loop.desk.report.market.code == "KRW-BTC")
    bench.press("n")
    #expect(bench.until { $0.loop.desk.report.market.code == "KRW-ETH" })
  }

  @Test("a screen that is switched off shows nothing, takes what is chosen, and comes back")
  func screen() throws {
    let bench = try LoopBench(lightSource: .lamp)
    bench.loop.begin()
    bench.press("o")
    #expect(bench.until { $0.loop.screens.isAnyOff })
    bench.press("t")
    #expect(bench.until { $0.loop.desk.theme == .night } && bench.loop.screens.isAnyOff)
    bench.press("n")
    #expect(bench.until { !$0.loop.screens.isAnyOff })
    #expect(bench.loop.desk.report.market.code == "KRW-BTC")
    bench.press("o")
    #expect(bench.until { $0.loop.screens.isAnyOff })
    bench.press("l")
    #expect(bench.until { !$0.loop.screens.isAnyOff })
  }

  @Test("the turn that finds the clock set draws what it shows now")
  func clockIsSet() throws {
    final class Setting { var milliseconds: Int64 = 0 }
    let (setting, fixed) = (Setting(), Clock.fixed())
    let clock = Clock(utcOffsetSeconds: 32_400) {
      var now = fixed.now()
      now.wall += setting.milliseconds
      return now
    }
    // Nobody answers meanwhile.
    let bench = try LoopBench(clock: clock) { $0.settings.home = .clock }
    bench.loop.begin()
    let screen = bench.loop.screens.all[0]
    var (frames, drawnAt) = (0, Int64(0))
    #expect(
      Patience.holds(
        by: { clock.now().monotonic },
        {
          let now = clock.now()
          if screen.frames != frames { (frames, drawnAt) = (screen.frames, now.monotonic) }
          // The next minute is far.
          return now.monotonic - drawnAt >= 500 && (1_000..<50_000).contains(now.wall % 60_000)
        }, turning: { bench.loop.turn(waiting: 2) }))
    setting.milliseconds = 5 * 3_600_000
    bench.loop.turn(waiting: 0)
    #expect(screen.frames == frames + 1)
  }

  @Test("nothing visible changes, so nothing is drawn")
  func calm() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 100)
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    let screen = bench.loop.screens.all[0]
    var (frames, drawnAt) = (0, Int64(0))
    // Until all of the start is drawn, and the next candle is far.
    #expect(
      bench.until { bench in
        let now = bench.clock.now()
        if screen.frames != frames { (frames, drawnAt) = (screen.frames, now.monotonic) }
        if bench.loop.desk.markets[0].isHeldBack(at: now.monotonic) { return false }
        return now.monotonic - drawnAt >= 500 && (1_000..<3_000).contains(now.wall % 5_000)
      })
    for beat in 1...5 {
      let end = bench.clock.now().monotonic + DrawingBeat.milliseconds
      for _ in 0..<39 { bench.trade("KRW-ETH", 7) }
      bench.trade("KRW-ETH", Double(beat))
      #expect(
        bench.until {
          $0.loop.desk.markets[1].price == Double(beat) && $0.clock.now().monotonic >= end
        })
    }
    #expect(screen.frames <= frames + 1)
  }
}
