import TestSupport
import Testing
import Timing

@testable import Devices

/// Knobs, as tables: phases of the Gray code, as it runs when turned right, and what they mean.
@Suite struct EncoderTests {
  /// The contacts in each phase.
  static let levels: [(a: Bool, b: Bool)] = [
    (false, false), (true, false), (true, true), (false, true),
  ]

  /// An edge of one contact, by when it happened.
  struct Happening {
    var contact: Encoder.Contact
    var isActive: Bool
    var time: Int64
  }

  /// The edges between phases, one each millisecond.
  static func edges(_ phases: [Int]) -> [Happening] {
    zip(phases, phases.dropFirst()).enumerated().map { place, step in
      let (from, to) = (levels[step.0], levels[step.1])
      let time = Int64(place + 1) * 1_000_000
      return from.a == to.a
        ? Happening(contact: .b, isActive: to.b, time: time)
        : Happening(contact: .a, isActive: to.a, time: time)
    }
  }

  static func turns(_ path: String, steps: Int) -> String {
    let phases = path.compactMap(\.wholeNumberValue)
    let start = levels[phases[0]]
    var encoder = Encoder(a: start.a, b: start.b, stepsPerDetent: steps)
    for edge in edges(phases) {
      encoder.edge(edge.contact, isActive: edge.isActive, timeNanoseconds: edge.time)
    }
    return text(encoder.time(1_000_000))
  }

  static func text(_ turns: [Encoder.Turn]) -> String {
    String(turns.map { $0 == .right ? "R" : "L" })
  }

  @Test(
    "a turn is said at each rest",
    arguments: [
      (4, "01230", "R"), (4, "03210", "L"), (4, "012301230", "RR"), (4, "0123032103210", "RLL"),
      (4, "0123", ""), (4, "0121010", ""), (4, "0123210", ""), (4, "01232323230", "R"),
      (2, "012", "R"), (2, "01230", "RR"), (2, "0321032", "LLL"), (2, "01210", "RL"),
      (2, "0101012", "R"), (1, "012", "RR"), (1, "0321", "LLL"),
      // Some knobs rest where both contacts are closed.
      (4, "23012", "R"), (2, "230", "R"),
    ])
  func tables(steps: Int, path: String, turns: String) {
    #expect(Self.turns(path, steps: steps) == turns)
  }

  @Test("a start between two rests counts from the first one")
  func startBetween() {
    #expect(Self.turns("1230", steps: 4) == "")
    #expect(Self.turns("123012303210", steps: 4) == "RL")
    #expect(Self.turns("3012", steps: 2) == "R")
  }

  @Test("after a loss nothing counts until the next rest")
  func losses() {
    var encoder = Encoder(a: false, b: false)
    func turns(_ path: [Int]) -> String {
      for edge in Self.edges(path) {
        encoder.edge(edge.contact, isActive: edge.isActive, timeNanoseconds: edge.time)
      }
      return Self.text(encoder.time(1_000))
    }
    #expect(turns([0, 1, 2]) == "")
    encoder.edge(.b, isActive: false, timeNanoseconds: 0)
    encoder.resynchronise(a: false, b: true)
    #expect(encoder.deadline == .never)
    #expect(turns([3, 0]) == "")
    #expect(turns([0, 1, 2, 3, 0]) == "R")
    encoder.resynchronise(a: false, b: false)
    #expect(turns([0, 3, 2, 1, 0]) == "L")
  }

  @Test("an edge that is known already changes nothing")
  func repeated() {
    var encoder = Encoder(a: false, b: false)
    for edge in Self.edges([0, 1, 2, 3, 0]) {
      for _ in 1...2 {
        encoder.edge(edge.contact, isActive: edge.isActive, timeNanoseconds: edge.time)
      }
    }
    #expect(encoder.time(100) == [.right])
  }

  @Test("edges are taken in the order of their stamps, and wait for older ones")
  func order() {
    var encoder = Encoder(a: false, b: false)
    #expect(encoder.deadline == .never)
    encoder.edge(.b, isActive: true, timeNanoseconds: 10_400_000)
    #expect(encoder.deadline == Deadline(13))
    #expect(encoder.time(12) == [])
    encoder.edge(.a, isActive: true, timeNanoseconds: 10_300_000)
    encoder.edge(.b, isActive: false, timeNanoseconds: 10_900_000)
    encoder.edge(.a, isActive: false, timeNanoseconds: 10_600_000)
    #expect(encoder.time(13) == [.right])
    #expect(encoder.deadline == .never)
  }

  @Test("whatever bounces, k detents are k turns", arguments: 0..<200)
  func bounces(seed: Int) {
    var dice = SeededGenerator(seed: seed)
    let steps = [2, 4].randomElement(using: &dice)!
    var phases = [0]
    var expected = ""
    for _ in 0..<Int.random(in: 1...30, using: &dice) {
      let isRight = Bool.random(using: &dice)
      expected += isRight ? "R" : "L"
      for _ in 0..<steps {
        let (here, next) = (phases.last!, (phases.last! + (isRight ? 1 : 3)) & 3)
        phases.append(next)
        for _ in 0..<Int.random(in: 0...5, using: &dice) { phases += [here, next] }
      }
    }
    #expect(Self.delivered(Self.edges(phases), steps, capacity: .max, &dice) == expected)
  }

  @Test("edges that the kernel had no room for never turn further", arguments: 0..<200)
  func overflow(seed: Int) {
    var dice = SeededGenerator(seed: seed)
    var phases = [0]
    let detents = Int.random(in: 1...20, using: &dice)
    for _ in 0..<detents * 4 {
      let (here, next) = (phases.last!, (phases.last! + 1) & 3)
      phases.append(next)
      for _ in 0..<Int.random(in: 0...20, using: &dice) { phases += [here, next] }
    }
    let said = Self.delivered(Self.edges(phases), 4, capacity: 16, &dice)
    #expect(said.allSatisfy { $0 == "R" } && said.count <= detents)

    // And the next detents after a rest are counted again.
    let calm = phases + [1, 2, 3, 0, 1, 2, 3, 0]
    let after = Self.delivered(Self.edges(calm), 4, capacity: 16, &dice, calm: 8)
    #expect(after.hasSuffix("RR"))
  }

  /// What is said when each contact is read on its own now and then, as much as the kernel kept,
  /// and where that was all that it can keep, its level as well.
  /// - Parameter calm: as many edges at the end are read one by one.
  static func delivered(
    _ edges: [Happening], _ steps: Int, capacity: Int, _ dice: inout SeededGenerator, calm: Int = 0
  ) -> String {
    var encoder = Encoder(a: false, b: false, stepsPerDetent: steps)
    var turns: [Encoder.Turn] = []
    var isActive = (a: false, b: false)
    var rest = edges[...]
    while !rest.isEmpty {
      let count =
        rest.count <= calm ? 1 : min(Int.random(in: 1...120, using: &dice), rest.count - calm)
      let batch = rest.prefix(count)
      rest = rest.dropFirst(count)
      let own = (a: batch.filter { $0.contact == .a }, b: batch.filter { $0.contact == .b })
      for edge in own.b.prefix(capacity) + own.a.prefix(capacity) {
        encoder.edge(edge.contact, isActive: edge.isActive, timeNanoseconds: edge.time)
      }
      isActive = (own.a.last?.isActive ?? isActive.a, own.b.last?.isActive ?? isActive.b)
      if max(own.a.count, own.b.count) >= capacity {
        encoder.resynchronise(a: isActive.a, b: isActive.b)
      }
      turns += encoder.time(batch.last!.time / 1_000_000)
    }
    return text(turns + encoder.time(edges.last!.time / 1_000_000 + 10))
  }
}
