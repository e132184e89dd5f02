import Foundation
import MarketData
import State
import Testing

@testable import Configuration
@testable import Glance
@testable import Tealight

@Suite("What Home Assistant is told of the board")
struct DiscoveryTests {
  private func message(
    _ codes: [String] = ["BTC/USD"], keys: Int = 2, isCommanded: Bool = true,
    sendsPicture: Bool = true,
    gone: [(key: String, platform: String)] = []
  ) throws -> [String: Any] {
    let desk = Desk(
      markets: codes.map {
        MarketState(
          market: Market(exchange: "kraken", code: $0, base: "BTC", quote: "USD"),
          exchangeTitle: "Kraken", baseline: "24 h")
      }, settings: Settings(allPages: PageCatalog.turnable))
    var device = BrokerDevice(startSeconds: 1_795_147_953)
    device.panel = "st7789"
    device.size = (240, 240)
    device.keys = keys
    device.sendsPicture = sendsPicture
    var mqtt = Config.MQTT()
    (mqtt.base, mqtt.name) = ("home/tealight", "desk")
    let topics = BrokerTopics(mqtt)
    let text = Discovery(desk, topics, device, isCommanded: isCommanded).text(without: gone)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try #require(json as? [String: Any])
  }

  private func components(_ message: [String: Any]) throws -> [String: [String: Any]] {
    try #require(message["cmps"] as? [String: [String: Any]])
  }

  @Test("there is a picture where pictures are sent")
  func picture() throws {
    #expect(try components(try message())["picture"] != nil)
    #expect(try components(try message(sendsPicture: false))["picture"] == nil)
  }

  @Test("each entity has a platform, an id of its own and a topic")
  func entities() throws {
    let components = try components(try message())
    #expect(components.count == 27)
    let ids = Set(components.values.compactMap { $0["uniq_id"] as? String })
    #expect(ids.count == components.count)
    #expect(ids.allSatisfy { $0.hasPrefix("home-tealight-desk_") })
    for (key, component) in components {
      let topics = ["stat_t", "cmd_t", "img_t"].compactMap { component[$0] as? String }
      #expect(!topics.isEmpty, "\(key)")
      #expect(topics.allSatisfy { $0.hasPrefix("home/tealight/desk/") }, "\(key)")
      let id = try #require(component["def_ent_id"] as? String)
      let platform = try #require(component["p"] as? String)
      #expect(id.hasPrefix("\(platform).home_tealight_desk_"))
      #expect(id.allSatisfy { $0.isLowercase || $0.isNumber || "._".contains($0) }, "\(id)")
    }
  }

  @Test("availability is a list at the device, since Home Assistant refuses both kinds together")
  func availability() throws {
    let message = try message()
    #expect(message["avty"] is [[String: String]])
    #expect(message["avty_t"] == nil && message["~"] == nil)
    let price = try #require(try components(message)["price-kraken-btc-usd"])
    #expect(price["avty_mode"] as? String == "all")
    #expect((price["avty"] as? [[String: String]])?.count == 2)
    #expect(price["dev_cla"] == nil, "money may have no statistics")
    #expect(price["unit_of_meas"] as? String == "USD")
  }

  @Test("who may not command gets only what tells")
  func noCommands() throws {
    let components = try components(try message(isCommanded: false))
    #expect(components.values.allSatisfy { $0["cmd_t"] == nil })
    #expect(components["price-kraken-btc-usd"] != nil && components["key-2"] != nil)
  }

  @Test("what is gone is named by its platform alone")
  func gone() throws {
    let components = try components(try message(gone: [("key-9", "event")]))
    #expect(components["key-9"] as? [String: String] == ["p": "event"])
  }

  @Test("thirty-two markets at most become entities, and the message stays below 64 KiB")
  func many() throws {
    let codes = (0..<100).map { "B\($0)/USD" }
    let components = try components(try message(codes))
    #expect(components.keys.filter { $0.hasPrefix("price-") }.count == 32)
    let json = try JSONSerialization.data(withJSONObject: try message(codes))
    #expect(json.count < 65_536)
  }
}
