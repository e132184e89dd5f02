import TestSupport
import Testing
import Timing

@testable import Tealight

@Suite("Metrics as text")
struct ExpositionTests {
  private static var histogram: Histogram {
    var histogram = Histogram(milliseconds: [1, 50])
    for time: Int64 in [900, 1_000, 1_001, 49_999, 2_000_000] { histogram.add(time) }
    return histogram
  }

  private static var families: [MetricFamily] {
    [
      .info("x_build", "Version.", ["version": "1.0"]),
      .counter("x_bytes", "A \"quote\", a \\ and\nmore.", [(["bus": "i2c:1 \"a\\b\"\n"], 1e15)]),
      .gauge("x_start_time_seconds", "When.", 1_795_151_142.25),
      .gauge("x_unknown", "Nobody knows.", nil),
      .gauge("x_absurd", "No number.", [(["of": "a"], .infinity), (["of": "b"], .nan)]),
      .stateSet(
        "x_link", "How.", of: ["up", "down"],
        [(labels: ["of": "a"], state: "up"), (labels: ["of": "b"], state: nil)]),
      .histogram("x_turn_seconds", "How long.", histogram),
    ]
  }

  @Test("OpenMetrics: types, units, escapes, and an end")
  func openMetrics() throws {
    let text = Exposition.text(Self.families, as: .openMetrics)
    #expect(
      text == #"""
        # TYPE x_build info
        # HELP x_build Version.
        x_build_info{version="1.0"} 1
        # TYPE x_bytes counter
        # UNIT x_bytes bytes
        # HELP x_bytes A \"quote\", a \\ and\nmore.
        x_bytes_total{bus="i2c:1 \"a\\b\"\n"} 1000000000000000
        # TYPE x_start_time_seconds gauge
        # UNIT x_start_time_seconds seconds
        # HELP x_start_time_seconds When.
        x_start_time_seconds 1795151142.25
        # TYPE x_link stateset
        # HELP x_link How.
        x_link{of="a",x_link="up"} 1
        x_link{of="a",x_link="down"} 0
        x_link{of="b",x_link="up"} 0
        x_link{of="b",x_link="down"} 0
        # TYPE x_turn_seconds histogram
        # UNIT x_turn_seconds seconds
        # HELP x_turn_seconds How long.
        x_turn_seconds_bucket{le="0.001"} 2
        x_turn_seconds_bucket{le="0.05"} 4
        x_turn_seconds_bucket{le="+Inf"} 5
        x_turn_seconds_count 5
        x_turn_seconds_sum 2.0529
        # EOF

        """#)
    #expect(try OpenMetricsReader(text).families.count == 5)
  }

  @Test("Prometheus' own text has no units, no end and no types of OpenMetrics alone")
  func prometheus() {
    let text = Exposition.text(Array(Self.families.prefix(2)) + [Self.families[5]], as: .prometheus)
    #expect(
      text == #"""
        # TYPE x_build_info gauge
        # HELP x_build_info Version.
        x_build_info{version="1.0"} 1
        # TYPE x_bytes_total counter
        # HELP x_bytes_total A "quote", a \\ and\nmore.
        x_bytes_total{bus="i2c:1 \"a\\b\"\n"} 1000000000000000
        # TYPE x_link gauge
        # HELP x_link How.
        x_link{of="a",x_link="up"} 1
        x_link{of="a",x_link="down"} 0
        x_link{of="b",x_link="up"} 0
        x_link{of="b",x_link="down"} 0

        """#)
  }

  @Test("whatever a label says and whatever a value is comes back", arguments: 0..<200)
  func property(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let letters: [Character] = ["a", "\\", "\"", "\n", "n", "{", "}", ",", " ", "#", "=", "가", "é"]
    func word() -> String {
      String(
        (0..<Int.random(in: 0...8, using: &random)).map { _ in
          letters.randomElement(using: &random)!
        })
    }
    let help = "\(word())."
    let readings = (0..<10).map { number -> MetricFamily.Reading in
      let exponent = Double.random(in: -300...300, using: &random).rounded()
      let value = Double("\(Int.random(in: -9...9, using: &random))e\(Int(exponent))")!
      return (["number": "\(number)", "word": word()], value)
    }
    let text = Exposition.text([.gauge("x_value", help, readings)], as: .openMetrics)
    let family = try #require(try OpenMetricsReader(text)["x_value"])
    #expect(family.help == help)
    #expect(family.samples.map(\.value) == readings.map(\.value))
    for (sample, reading) in zip(family.samples, readings) {
      for (name, value) in reading.labels { #expect(sample.labels[name] == value) }
    }
  }

  @Test("a turn's time is what it works, without its wait")
  func turns() {
    var times = LoopTimes()
    times.sleep(at: 5)
    #expect(times.turns.counts == [0, 0, 0, 0, 0])
    times.wake(at: 1_000_000)
    times.sleep(at: 1_000_400)
    times.wake(at: 9_000_000)
    times.sleep(at: 9_060_000)
    #expect(times.turns.counts == [1, 0, 0, 1, 0])
    #expect(times.turns.sum == 60_400)
  }

  @Test("a message waits from its turn on, and the oldest counts, until a picture is drawn")
  func heard() {
    var times = LoopTimes()
    times.wake(at: 1_000)
    #expect(times.popHeard() == nil)
    times.hear()
    times.wake(at: 2_000)
    times.hear()
    #expect(times.popHeard() == 1_000)
    #expect(times.popHeard() == nil)
    times.show([1_000], at: 31_000)
    #expect(times.tickToBus.counts[2] == 1 && times.tickToBus.sum == 30_000)
  }

  @Test("the start stays where it was, and goes along where the wall clock is set")
  func start() {
    var times = LoopTimes()
    times.begin(at: Moment(monotonic: 10_000, wall: 500_000))
    for jitter: Int64 in [0, 1, -1, 400] {
      let isSet = times.advance(to: Moment(monotonic: 20_000, wall: 510_000 + jitter))
      #expect(!isSet)
      #expect(times.startTime == 500_000)
    }
    let isSet = times.advance(to: Moment(monotonic: 30_000, wall: 1_795_151_142_000))
    #expect(isSet)
    #expect(times.startTime == 1_795_151_122_000)
  }
}
