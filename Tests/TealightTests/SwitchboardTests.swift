import Feeds
import MarketData
import TestSupport
import Testing
import Timing
import Wire

@testable import Tealight

@Suite("Whose sockets and calls those on the wire are")
struct SwitchboardTests {
  /// A feed that has asked for a connection.
  private func connection() throws -> ConnectionID {
    var feed = Feed(Upbit(), ["KRW-BTC"])
    feed.start(at: Moment(monotonic: 0, wall: 0)) { _ in }
    for case .connect(let id, _) in feed.drainIntents() { return id }
    throw StartError.noDisplay(in: "t.toml")
  }

  @Test("each feed has its own, and a call is answered once")
  func dispatch() throws {
    var switchboard = Switchboard()
    let (first, second) = (switchboard.add(), switchboard.add())
    let id = try connection()
    let socket = switchboard.connect(id, of: second)
    #expect(socket == SocketID(2) && switchboard.socket(id, of: first) == SocketID(0))
    #expect(switchboard.sockets(of: first) == [] && switchboard.sockets(of: second) == [socket])
    let calls = [first, second].map { switchboard.call(CallID(7), of: $0) }
    var heard: [FeedID] = []
    switchboard.dispatch(.opened(socket)) { feed, event in
      if case .opened(id) = event { heard.append(feed) }
    }
    // Nobody has opened that one.
    switchboard.dispatch(.opened(SocketID(0))) { feed, _ in heard.append(feed) }
    for call in [calls[0], calls[1], calls[0]] {
      switchboard.dispatch(.unanswered(call, reason: "x", cause: .other)) { feed, event in
        if case .unanswered(CallID(7), _) = event { heard.append(feed) }
      }
    }
    #expect(heard == [second, first, second])
  }

  @Test("what was never opened, or is no more, is not remembered")
  func remembered() throws {
    var switchboard = Switchboard()
    let feed = switchboard.add()
    let socket = switchboard.connect(try connection(), of: feed)
    for _ in 0..<1_000 { _ = switchboard.add() }
    #expect(switchboard.sockets.count == 1)
    switchboard.remove(feed)
    #expect(switchboard.sockets.isEmpty)
    switchboard.dispatch(.opened(socket)) { _, _ in Issue.record("nobody has it") }
  }
}
