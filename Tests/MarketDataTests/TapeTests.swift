import TestSupport
import Testing

@testable import MarketData

@Suite("The tape")
struct TapeTests {
  private func tape(_ trades: [Trade]) -> Tape {
    var tape = Tape()
    for trade in trades { tape.add(trade) }
    return tape
  }

  @Test("the newest trade is first, by time and then by id, however they come")
  func order() {
    let trades = [
      trade(3, 103, at: 2), trade(1, 101, at: 1), trade(9, 109, at: 2), trade(nil, 100, at: 0),
    ]
    for shift in trades.indices {
      let turned = Array(trades[shift...] + trades[..<shift])
      #expect(tape(turned).trades.map(\.price) == [109, 103, 101, 100])
    }
  }

  @Test("what another endpoint tells again by other ids stands once, and equal trades all stand")
  func otherIDs() {
    var tape = tape([trade(7, 100, at: 1), trade(8, 100, at: 1), trade(9, 110, at: 2)])
    tape.changeSource()
    for id in 1_000...1_001 as ClosedRange<Int64> { tape.add(trade(id, 100, at: 1)) }
    tape.add(trade(1_002, 110, at: 2))
    #expect(tape.trades.map(\.price) == [110, 100, 100])
    #expect(tape.trades.compactMap(\.id).allSatisfy { $0 >= 1_000 })
    tape.add(trade(1_003, 110, at: 2))
    #expect(tape.trades.map(\.price) == [110, 110, 100, 100])
  }

  @Test("history without ids and the stream make one tape, as many equal fills as there were")
  func alike() {
    var tape = Tape()
    for id in 1...4 { tape.add(trade(Int64(id), id == 2 ? 99 : 100, at: 5)) }
    tape.renew(
      [trade(nil, 98, at: 4), trade(nil, 98, at: 4)]
        + [100, 99, 100].map { trade(nil, $0, at: 5) })
    #expect(tape.trades.map(\.price) == [100, 100, 99, 100, 98, 98])
    // What the stream brings late is there already, once each.
    tape.add(trade(-1, 98, at: 4))
    tape.add(trade(-2, 98, at: 4))
    tape.add(trade(-2, 98, at: 4))
    #expect(tape.trades.count == 6)
    tape.add(trade(-3, 98, at: 4))
    #expect(tape.trades.count == 7)
  }

  @Test("trades of before a long silence are gone once the stream is heard again")
  func silence() {
    for (end, prices) in [(50.0, [102.0, 101, 100]), (500, [102])] {
      var tape = tape([trade(1, 100, at: 1), trade(2, 101, at: 2)])
      // A silence that goes on is told of with a later end, or an earlier one.
      tape.miss(milliseconds(3)..<milliseconds(30))
      tape.miss(milliseconds(20)..<milliseconds(end))
      #expect(tape.trades.map(\.price) == [101, 100])
      tape.add(trade(3, 102, at: 700))
      #expect(tape.trades.map(\.price) == prices)
    }
  }

  @Test("trades that the exchange tells of after a silence stay")
  func accountAfterSilence() {
    var tape = tape([trade(1, 100, at: 1)])
    tape.miss(milliseconds(3)..<milliseconds(500))
    tape.renew([trade(1, 100, at: 1), trade(2, 101, at: 400)])
    tape.add(trade(3, 102, at: 700))
    #expect(tape.trades.map(\.price) == [102, 101, 100])
  }

  @Test("an account that is short because the day has just begun takes nothing from before it")
  func accountAfterMidnight() {
    var tape = tape([trade(1, 100, at: 1), trade(2, 101, at: 2), trade(3, 102, at: 3)])
    tape.renew([trade(3, 102, at: 3), trade(4, 103, at: 4)])
    #expect(tape.trades.map(\.price) == [103, 102, 101, 100])
    // Between what is known and its first trade others may have been made.
    tape.renew([trade(9, 109, at: 60)])
    #expect(tape.trades.map(\.price) == [109])
  }

  private func milliseconds(_ seconds: Double) -> Int64 { trade(nil, 1, at: seconds).time }

  @Test(
    "whatever the stream brings late, early or twice, the tape is the exchange's",
    arguments: 0..<200)
  func seams(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var time = 0
    let made = (0..<150).map { id in
      // Two of three share their millisecond, and few prices and sizes make many that are alike.
      if Int.random(in: 0..<3, using: &random) == 0 {
        time += Int.random(in: 1...9, using: &random)
      }
      return Trade(
        id: Int64(id), price: Double(Int.random(in: 1...2, using: &random)),
        volume: Double(Int.random(in: 1...2, using: &random)), time: origin + Int64(time))
    }
    func account(until end: Int) -> [Trade] {
      made[max(0, end - Tape.capacity)..<end].map {
        Trade(id: nil, price: $0.price, volume: $0.volume, time: $0.time)
      }
    }
    var tape = Tape()
    let first = Int.random(in: 0..<60, using: &random)
    if Bool.random(using: &random) { tape.renew(account(until: max(1, first))) }
    var streamed = first
    var (isAsked, known) = (false, 0)
    while streamed < made.count {
      let next = min(made.count, streamed + Int.random(in: 1...9, using: &random))
      for trade in made[streamed..<next] { tape.add(trade) }
      if Int.random(in: 0..<4, using: &random) == 0 { tape.add(made[next - 1]) }
      streamed = next
      // History is a little behind the stream or ahead of it, and not of the stream's first moment.
      let end = min(made.count, max(1, streamed + Int.random(in: -6...6, using: &random)))
      guard Int.random(in: 0..<3, using: &random) == 0, made[end - 1].time > made[first].time else {
        continue
      }
      tape.renew(account(until: end))
      (isAsked, known) = (true, max(known, end, streamed))
      #expect(isEnd(tape, of: made[..<known]))
      #expect(tape.trades.count >= min(Tape.capacity, end))
    }
    guard isAsked else { return }
    #expect(isEnd(tape, of: made[...]))
    #expect(tape.trades.count == Tape.capacity)
  }

  /// Whether it tells what was made last, in that order, under whatever ids.
  private func isEnd(_ tape: Tape, of made: ArraySlice<Trade>) -> Bool {
    tape.trades.elementsEqual(made.suffix(tape.trades.count).reversed()) {
      ($0.time, $0.price, $0.volume) == ($1.time, $1.price, $1.volume)
    }
  }

  @Test("an id counts once, and those without one count each")
  func duplicates() {
    var tape = tape([trade(1, 100, at: 0), trade(nil, 5, at: 1), trade(nil, 5, at: 1)])
    let isNew = tape.add(trade(1, 100, at: 9))
    #expect(!isNew && tape.trades.count == 3)
  }

  @Test("a full tape drops its oldest, and takes nothing that is older still")
  func bounds() {
    var tape = tape((0..<100).map { trade($0, 1, at: Double($0)) })
    #expect(tape.trades.map(\.id) == (68..<100).reversed().map { $0 })
    let isOldTaken = tape.add(trade(5, 1, at: 5))
    #expect(!isOldTaken && tape.trades.count == Tape.capacity)
  }

  @Test("what is from the future goes once the clock was set back")
  func future() {
    var tape = tape([trade(1, 1, at: 10), trade(2, 2, at: 500)])
    tape.forget(after: origin + 60_000)
    #expect(tape.trades.map(\.id) == [1])
  }
}
