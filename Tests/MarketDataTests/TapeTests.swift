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
