import MarketData
import Testing

@testable import Feeds

@Suite("A market that the stream denies")
struct DeniedMarketTests {
  /// Lets seconds go by in which bitcoin is traded, and the stream denies all requests for a code.
  /// - Parameter listed: what each list that is asked for has.
  /// - Returns: the seconds in which it was asked for.
  private func requests(
    for code: String, within seconds: Int, _ rig: FeedRig, listed: [String]
  ) -> [Int] {
    var found: [Int] = []
    for second in 0..<seconds {
      let intents = rig.wanted()
      let requests = intents.filter {
        if case .send(let text, _) = $0 {
          text.contains(#""subscribe""#) && text.contains(#"\#(code)"#)
        } else {
          false
        }
      }
      if !requests.isEmpty { found.append(second) }
      for _ in requests {
        rig.message(
          #"{"error":"Currency pair not supported \#(code)","method":"subscribe","#
            + #""success":false,"symbol":"\#(code)"}"#)
      }
      for case .get(let id, let path, _) in intents where path.contains("AssetPairs") {
        list(listed, id.number, rig)
      }
      trade("BTC/USD", rig)
      rig.pass(1_000)
    }
    return found
  }

  /// Lets seconds go by in which bitcoin is traded.
  /// - Returns: those in which Dogecoin was asked for.
  private func requests(within seconds: Int, _ rig: FeedRig) -> [Int] {
    (0..<seconds).filter { _ in
      let isAsked = rig.wanted().contains {
        if case .send(let text, _) = $0 { text.contains("DOGE/USD") } else { false }
      }
      trade("BTC/USD", rig)
      rig.pass(1_000)
      return isAsked
    }
  }

  private func list(_ codes: [String], _ call: Int, _ rig: FeedRig) {
    let entries = codes.map { #""\#($0)":{"wsname":"\#($0)","pair_decimals":1,"status":"online"}"# }
    rig.answer(call, #"{"error":[],"result":{\#(entries.joined(separator: ","))}}"#)
  }

  private func trade(_ code: String, _ rig: FeedRig) {
    let time = CivilTime(unix: rig.exchangeTime / 1_000).text
    rig.message(
      #"{"channel":"trade","type":"update","data":[{"symbol":"\#(code)","side":"buy","#
        + #""price":2.5,"qty":1,"trade_id":\#(rig.now.monotonic),"timestamp":"\#(time)Z"}]}"#)
  }

  private func rig(_ codes: String...) throws -> FeedRig {
    let rig = FeedRig(Kraken(), codes)
    list(codes, try #require(rig.call("/public/AssetPairs")), rig)
    rig.opened()
    return rig
  }

  @Test("for a market that it leaves out without a word the stream is asked ever more seldom")
  func leftOut() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    _ = rig.wanted()
    var asked: [Int] = []
    for second in 1...900 {
      rig.pass(1_000)
      rig.message(rig.trade(id: second + 1))
      let isAsked = rig.wanted().contains {
        if case .send(let text, _) = $0 { text.contains("KRW-ETH") } else { false }
      }
      if isAsked { asked.append(second) }
    }
    #expect(asked == [122, 362, 842])
  }

  @Test("Kraken is asked again for a market of which it sent no ticker, and not once it sent one")
  func unanswered() throws {
    let rig = try rig("BTC/USD", "DOGE/USD")
    #expect(requests(within: 400, rig) == [0, 122, 362])
    #expect(!rig.updates.contains(.streamed(market: 1, true)))
    // It was never traded.
    rig.message(
      #"{"channel":"ticker","type":"snapshot","data":[{"symbol":"DOGE/USD","last":0}]}"#)
    #expect(rig.updates.contains(.streamed(market: 1, true)))
    #expect(requests(within: 1_000, rig) == [])
  }

  @Test("a market that Kraken says to stream already is not polled, although no ticker of it comes")
  func carriedAlready() throws {
    let rig = try rig("BTC/USD", "DOGE/USD")
    #expect(requests(within: 122, rig) == [0])
    #expect(requests(within: 1, rig) == [0])
    #expect(!rig.updates.contains(.streamed(market: 1, true)))
    rig.message(
      #"{"error":"Already subscribed","method":"subscribe","success":false,"symbol":"DOGE/USD"}"#)
    #expect(rig.updates.contains(.streamed(market: 1, true)))
    #expect(requests(within: 1_000, rig) == [])
  }

  @Test("while the list has it, it stays as it is, and the stream is asked ever more seldom")
  func calm() throws {
    let rig = try rig("BTC/USD", "DOGE/USD")
    let both = ["BTC/USD", "DOGE/USD"]
    var asked = requests(for: "DOGE/USD", within: 1_000, rig, listed: both)
    #expect(asked == [0, 120, 360, 840])
    #expect(!rig.updates.contains { if case .listed = $0 { true } else { false } })
    #expect(rig.feed.exchange.name == "kraken" && rig.link == .streaming)
    // Nobody answers polls here.
    #expect(rig.updates.count { if case .unheard(1, .some) = $0 { true } else { false } } == 1)
    let notices = rig.intents.count { if case .log(.notice, _) = $0 { true } else { false } }
    #expect(notices <= 1)
    // Granted at last.
    #expect(
      rig.pass(1_000) { rig in
        trade("BTC/USD", rig)
        return rig.wanted().contains { if case .send = $0 { true } else { false } }
      })
    trade("DOGE/USD", rig)
    #expect(rig.updates.contains(.unheard(market: 1, nil)))
    asked = requests(for: "DOGE/USD", within: 10_000, rig, listed: both)
    #expect(asked.isEmpty)
  }

  @Test("nobody having followed its exchange for an hour does not make it an hour old")
  func followedAgain() throws {
    let rig = try rig("BTC/USD", "DOGE/USD")
    trade("BTC/USD", rig)
    rig.follow([])
    rig.sleep(3_600_000)
    rig.follow([0, 1])
    rig.opened()
    rig.message(
      #"{"error":"Currency pair not supported DOGE/USD","method":"subscribe","#
        + #""success":false,"symbol":"DOGE/USD"}"#)
    trade("BTC/USD", rig)
    rig.pass(14_000)
    #expect(rig.unheard.isEmpty)
    rig.pass(2_000)
    #expect(rig.unheard.keys.contains(1))
  }

  @Test("it is gone once the list does not have it any more")
  func gone() throws {
    let rig = try rig("BTC/USD", "DOGE/USD")
    let asked = requests(for: "DOGE/USD", within: 150, rig, listed: ["BTC/USD"])
    #expect(asked == [0] && rig.listed == [0])
  }

  @Test("it is gone at once where no list has told of it")
  func unknown() {
    let rig = FeedRig("BTC/USD", "DOGE/USD", of: Kraken())
    rig.opened()
    rig.message(
      #"{"error":"Currency pair not supported DOGE/USD","method":"subscribe","#
        + #""success":false,"symbol":"DOGE/USD"}"#)
    #expect(rig.listed == [0])
  }

  @Test("alone it is asked for as seldom, on the same connection")
  func alone() throws {
    let rig = try rig("DOGE/USD")
    rig.happen(.time)
    let asked = requests(for: "DOGE/USD", within: 400, rig, listed: ["DOGE/USD"])
    #expect(asked == [0, 120, 360])
    #expect(rig.listed == [0])
  }
}
