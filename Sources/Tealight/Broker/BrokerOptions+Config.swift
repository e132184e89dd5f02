import Broker
import Configuration

extension BrokerOptions {
  /// - Parameter topics: those of the board.
  init(_ mqtt: Config.MQTT, _ topics: BrokerTopics) {
    self.init(
      host: mqtt.host, port: mqtt.port, isSecure: mqtt.isSecure, client: topics.identifier)
    will = mqtt.tellsOfItself ? Will(BrokerTopics.offline, to: topics.status) : nil
    (user, password, caFile) = (mqtt.user, mqtt.password?.text, mqtt.caFile)
    identity = mqtt.identity.map { ($0.certificate, $0.key) }
  }
}

extension Config.MQTT {
  /// What is published and obeyed: a line for each, for people.
  public var meaning: [String] {
    let topics = BrokerTopics(self)
    let place = "mqtt\(isSecure ? "s" : "")://\(host):\(port)"
    let picture = pictureEverySeconds.map { "the picture every \($0) s" } ?? "no picture"
    return [
      "\(place) as \(user ?? topics.identifier)",
      "publishes below \(base)/\(topics.name): prices every \(priceEverySeconds) s, \(picture)",
      topics.discovery.map { "Home Assistant finds it at \($0)" } ?? "unknown to Home Assistant",
      allowsControl
        ? "obeys \(topics.commandFilters.joined(separator: " and "))" : "obeys no commands",
      isHub ? "a hub: publishes prices and candles for other displays" : nil,
      hubs.isEmpty
        ? nil
        : "follows \(hubs.joined(separator: ", "))"
          + (fallsBack ? ", and the exchanges if none is heard" : " instead of the exchanges"),
    ].compactMap { $0 }
  }
}
