import Configuration
import Devices
import Glibc
import MarketData
import State
import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite("What the program tells of itself", .serialized)
struct MetricsTests {
  private func read(_ bench: LoopBench) throws -> OpenMetricsReader {
    let families = bench.loop.metrics(at: bench.clock.now())
    return try OpenMetricsReader(Exposition.text(families, as: .openMetrics))
  }

  private func value(
    _ metrics: OpenMetricsReader, _ name: String, _ labels: [String: String] = [:]
  ) -> Double? {
    metrics.families.flatMap(\.samples).first { sample in
      sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
    }?.value
  }

  @Test("every family has a type and a sentence, and the manual lists each in its order")
  func documents() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    let families = bench.loop.metrics(at: bench.clock.now())
    for family in families { #expect(family.help.hasSuffix("."), "\(family.name)") }
    let manual = try FileBytes.read("board/manual/web.md", countMax: 1 << 20)
    let rows = String(decoding: manual, as: UTF8.self).split(separator: "\n").filter {
      $0.hasPrefix("| `tealight_")
    }
    let listed = rows.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
    #expect(listed == families.map { $0.name(in: .prometheus) })
  }

  @Test("what comes over the wire and what goes to the display is counted where it passes")
  func counted() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 148_737_000)
    #expect(bench.until { $0.loop.desk.report.price == 148_737_000 })
    #expect(bench.until { $0.loop.times.tickToBus.sum > 0 || $0.display.frames.count > 2 })
    let metrics = try read(bench)
    let upbit = ["exchange": "upbit"]
    let source = try #require(bench.loop.feeds.exchangeFeeds.first)
    #expect(value(metrics, "tealight_exchange_messages_total", upbit)! > 0)
    #expect(value(metrics, "tealight_exchange_messages_total", upbit) == Double(source.messages))
    #expect(value(metrics, "tealight_exchange_received_bytes_total", upbit)! > 100)
    #expect(
      value(metrics, "tealight_exchange_connections_total", ["result": "opened"]) == 1)
    #expect(value(metrics, "tealight_exchange_connections_total", ["result": "failed"]) == 0)
    #expect(value(metrics, "tealight_exchange_link", ["tealight_exchange_link": "streaming"]) == 1)
    #expect(value(metrics, "tealight_exchange_link", ["tealight_exchange_link": "stale"]) == 0)
    let age =
      Double(bench.clock.now().wall) / 1_000
      - value(metrics, "tealight_exchange_heard_timestamp_seconds", upbit)!
    #expect(abs(age) < 10)
    #expect(metrics["tealight_exchange_trouble"]!.samples.allSatisfy { $0.value == 0 })
    #expect(value(metrics, "tealight_http_requests_total")! > 0)
    #expect(
      value(metrics, "tealight_market_price", ["market": "upbit:KRW-BTC", "quote": "KRW"])
        == 148_737_000)
    #expect(value(metrics, "tealight_display_frames_total", ["name": "memory"])! > 1)
    #expect(value(metrics, "tealight_loop_turn_seconds_count")! > 2)
    #expect(value(metrics, "tealight_process_resident_memory_bytes")! > 1e6)
    #expect(value(metrics, "tealight_process_open_fds")! > 2)
    #expect(value(metrics, "tealight_build_info", ["version": Invocation.versionNumber]) == 1)
    // A display in memory has no bus, and nothing of it ages.
    #expect(metrics["tealight_display_bus_bytes"] == nil)
    #expect(metrics["tealight_display_lit_seconds"] == nil)
  }

  @Test("a trade on the screen is timed to the last byte")
  func tickToBus() throws {
    let bench = try LoopBench()
    bench.loop.begin()
    #expect(bench.until { !$0.exchange.record.received.isEmpty })
    bench.trade("KRW-BTC", 100)
    #expect(bench.until { $0.loop.desk.report.price == 100 })
    let before = bench.loop.times.tickToBus.counts.reduce(0, +)
    bench.trade("KRW-BTC", 200)
    #expect(bench.until { $0.loop.times.tickToBus.counts.reduce(0, +) > before })
    // Of a market that is not on the screen nothing is timed.
    let after = bench.loop.times.tickToBus.counts.reduce(0, +)
    bench.trade("KRW-ETH", 7)
    #expect(bench.until { $0.loop.desk.markets[1].price == 7 })
    #expect(bench.loop.times.tickToBus.counts.reduce(0, +) == after)
  }

  @Test("a price that is not live has no sample, and what keeps an exchange away is named")
  func stale() throws {
    let bench = try LoopBench("upgrade-status=403", "rest-status=403")
    bench.loop.begin()
    #expect(bench.until { $0.loop.desk.exchange("upbit")?.failureReason != nil })
    let metrics = try read(bench)
    #expect(metrics["tealight_market_price"] == nil)
    #expect(metrics["tealight_exchange_heard_timestamp_seconds"] == nil)
    #expect(metrics["tealight_exchange_trouble"]!.samples.filter { $0.value == 1 }.count == 1)
    #expect(
      value(metrics, "tealight_exchange_connections_total", ["result": "failed"])! > 0)
  }

  @Test("what is followed no more has no link, and keeps its counters")
  func unfollowed() throws {
    let bench = try LoopBench()
    let metrics = try read(bench)
    #expect(metrics["tealight_exchange_link"] == nil)
    #expect(value(metrics, "tealight_exchange_messages_total", ["exchange": "upbit"]) == 0)
  }

  @Test("a file is written every fifteen seconds, read by all, and gone at the end")
  func file() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/tealight.prom"
    var file = MetricsFile(path) { Issue.record("\($0)") }
    var written = 0
    func turn(at now: Int64) {
      file.turn(at: now) {
        written += 1
        return "x \(written)\n"
      }
    }
    func settle(at now: Int64) {
      for _ in 0..<5_000 where file.deadline < Deadline(now + 1_000) {
        poll(nil, 0, 2)
        turn(at: file.deadline.monotonic)
      }
    }
    turn(at: 0)
    settle(at: 0)
    #expect(folder.bytes("tealight.prom") == Array("x 1\n".utf8))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o644)
    #expect(file.deadline == Deadline(MetricsFile.everyMilliseconds))
    turn(at: MetricsFile.everyMilliseconds - 1)
    #expect(written == 1)
    turn(at: MetricsFile.everyMilliseconds)
    settle(at: MetricsFile.everyMilliseconds)
    #expect(folder.bytes("tealight.prom") == Array("x 2\n".utf8))
    file.reconfigure(as: "\(folder.path)/other.prom")
    turn(at: 20_000)
    settle(at: 20_000)
    #expect(folder.names == ["other.prom"])
    file.end()
    #expect(folder.names == [] && file.deadline.isNever)
  }

  @Test("what passes between a broker and the board is counted, and nothing without one")
  func broker() throws {
    func counts(_ bench: LoopBench) throws -> [String: Double] {
      let metrics = try read(bench)
      return ["connected", "connections_total", "received_total", "refused_total", "dropped_total"]
        .reduce(into: [:]) { $0[$1] = value(metrics, "tealight_mqtt_\($1)") }
    }
    #expect(try counts(LoopBench()).isEmpty)
    // Always readable, so that each turn looks for what was said.
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let broker = ScriptedBroker(descriptor: descriptor)
    let bench = try LoopBench(broker: broker.desk())
    var refused = 0
    broker.refuses = { topic in
      refused += topic.hasSuffix("/state") ? 1 : 0
      return topic.hasSuffix("/state")
    }
    bench.loop.begin()
    #expect(bench.until { _ in !broker.connects.isEmpty })
    broker.say(.connected)
    broker.send("night", to: "tealight/desk/set/theme")
    broker.send("pink", to: "tealight/desk/set/theme")
    broker.send("paper", to: "tealight/desk/set/theme", isRetained: true)
    broker.say(.dropped(4))
    #expect(bench.until { $0.loop.desk.theme == .night && (try? counts($0)["dropped_total"]) == 4 })
    #expect(
      try counts(bench) == [
        "connected": 1, "connections_total": 1, "received_total": 3, "refused_total": 2,
        "dropped_total": 4,
      ])
    let metrics = try read(bench)
    #expect(value(metrics, "tealight_mqtt_published_total") == Double(broker.pop().count))
    #expect(refused > 0 && value(metrics, "tealight_mqtt_unsent_total") == Double(refused))
  }

  @Test("a file of somebody else stays as it is, and one of an earlier run does not")
  func otherFile() {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/tealight.prom"
    var said: [String] = []
    var file = MetricsFile(path) { said.append($0) }
    func settle(_ round: Int64) {
      let now = round * MetricsFile.everyMilliseconds
      file.turn(at: now) { "x \(round)\n" }
      for _ in 0..<5_000 where file.deadline < Deadline(now + 1_000) {
        poll(nil, 0, 2)
        file.turn(at: file.deadline.monotonic) { "x \(round)\n" }
      }
    }
    folder.write(Array("node_load1 0.5\n".utf8), to: "tealight.prom")
    settle(0)
    settle(1)
    let beginning = "\(path): it is not a file of tealight's metrics"
    #expect(said.count == 1 && said.first?.hasPrefix(beginning) == true)
    file.end()
    #expect(folder.bytes("tealight.prom") == Array("node_load1 0.5\n".utf8))
    let build = MetricFamily.info("tealight_build", "Version.", ["version": "0.1.0"])
    for text in ["", Exposition.text([build], as: .prometheus)] {
      folder.write(Array(text.utf8), to: "tealight.prom")
      file.reconfigure(as: path)
      settle(2)
      #expect(folder.bytes("tealight.prom") == Array("x 2\n".utf8))
      file.end()
    }
    #expect(said.count == 1 && folder.names == [])
  }

  @Test("a folder that cannot be written is named once")
  func failing() {
    var said: [String] = []
    var file = MetricsFile("/proc/none/tealight.prom") { said.append($0) }
    for round: Int64 in 0..<3 {
      file.turn(at: round * MetricsFile.everyMilliseconds) { "x 1\n" }
      for _ in 0..<5_000
      where file.deadline < Deadline(round * MetricsFile.everyMilliseconds + 1_000) {
        poll(nil, 0, 2)
        file.turn(at: file.deadline.monotonic) { "x 1\n" }
      }
    }
    #expect(said.count == 1 && said.first?.hasPrefix("/proc/none/tealight.prom: ") == true)
  }
}
