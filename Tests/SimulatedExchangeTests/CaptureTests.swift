import Testing

@testable import SimulatedExchange

struct CaptureTests {
  private static let sample = #"""
    wss://api.upbit.com/websocket/v1 <-> 1618678261.681707
    wss://api.upbit.com/websocket/v1 <- 1618678262.67: [{"ticket":"x"},{"type":"trade","codes":["KRW-LAMB","BTC-ARK"]}]
    1618678263.0: b'{"ty":"trade","cd":"KRW-LAMB","tms":1618678262712,"ttms":1618678262000,"tp":127.0,"tv":46.4,"pcp":123.00000000,"c":"RISE","cp":4.00000000,"sid":1618678262000003}'
    1618678264.0: {"type":"trade","code":"BTC-XTZ","trade_price":9.9E-7,"note":"\u00e9"}
    1618678267.5: b"{\"ty\":\"ticker\", \"n\":\"it's \xec\x9b\x90\\n\"}"

    """#

  @Test("frames, codes and Python's bytes are read")
  func reading() throws {
    let capture = try Capture(Array(Self.sample.utf8))
    #expect(capture.codes == ["KRW-LAMB", "BTC-ARK", "BTC-XTZ"])
    #expect(
      capture.frames.map(\.time) == [1_618_678_263_000, 1_618_678_264_000, 1_618_678_267_500])
    #expect(capture.frames.map(\.isText) == [false, true, false])
    #expect(
      String(decoding: capture.frames[2].payload, as: UTF8.self)
        == #"{"ty":"ticker", "n":"it's 원\n"}"#)
  }

  @Test(
    "a malformed file is refused with its line",
    arguments: [
      ("", nil, "no frame in it"),
      ("1.0: b'ok'\nhello", 2, "it must begin with a time in seconds and a colon, or with a URL"),
      ("1.0:x", 1, "no blank after the colon"),
      ("1.0: b'x", 1, "these are no bytes as Python spells them"),
      (#"1.0: b'\q'"#, 1, "these are no bytes as Python spells them"),
      ("1.0: b'a'b'", 1, "these are no bytes as Python spells them"),
    ])
  func malformed(text: String, line: Int?, reason: String) {
    #expect(throws: CaptureError(line: line, reason: reason)) { try Capture(Array(text.utf8)) }
  }

  private func rig(speed: Int) throws -> Rig {
    let capture = try Capture(Array(Self.sample.utf8))
    return try Rig {
      $0.capture = capture
      $0.speed = speed
    }
  }

  @Test("frames go out byte for byte at their pace, whatever was subscribed to", arguments: [1, 2])
  func playing(speed: Int) throws {
    let rig = try rig(speed: speed)
    let capture = try Capture(Array(Self.sample.utf8))
    rig.advance(milliseconds: 10_000)
    let client = rig.subscribe(#"[{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC"]}]"#)
    var counts: [Int] = []
    var bytes: [UInt8] = []
    for _ in 0..<5 {
      bytes += client.take()
      counts.append(WireFrame.read(bytes).count)
      rig.advance(milliseconds: 1_000)
    }
    #expect(counts == (speed == 1 ? [1, 2, 2, 2, 2] : [1, 2, 2, 3, 3]))
    bytes += client.take()
    let frames = WireFrame.read(bytes)
    #expect(frames.map(\.payload) == capture.frames.map(\.payload))
    #expect(frames.map(\.first) == [0x82, 0x81, 0x82])
  }

  @Test("REST knows what the capture has said so far, and no history")
  func rest() throws {
    let rig = try rig(speed: 1)
    #expect(rig.get("/v1/ticker?markets=KRW-LAMB").status == 404)
    let list = JSONValue(rig.get("/v1/market/all").body)?.elements ?? []
    #expect(list.compactMap { $0["english_name"]?.text } == ["LAMB", "ARK", "XTZ"])
    #expect(rig.get("/v1/candles/seconds?market=KRW-LAMB").body == Array("[]".utf8))
    let client = rig.subscribe(#"[{"ticket":"t"},{"type":"trade","codes":["KRW-LAMB"]}]"#)
    #expect(!client.take().isEmpty)
    let ticker = JSONValue(rig.get("/v1/ticker?markets=KRW-LAMB").body)?.elements?.first
    #expect(ticker?["trade_price"]?.number == 127)
    #expect(ticker?["trade_timestamp"]?.number == 1_618_678_262_000)
    #expect(ticker?["opening_price"] == nil)
  }
}
