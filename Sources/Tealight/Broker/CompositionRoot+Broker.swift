import Broker
import Configuration
import Devices
import Feeds

extension CompositionRoot {
  /// The feed of the hubs that are followed in place of exchanges; nil where none are.
  func hubs(seed: UInt64) -> HubFeed? {
    guard let mqtt = config.mqtt, !mqtt.hubs.isEmpty else { return nil }
    let board = BrokerTopics(mqtt).name
    if mqtt.hubs.contains(board) {
      log.write(.warning, "follow in [mqtt] names this board, \"\(board)\": it is left out")
    }
    var options = HubFeed.Options(hubs: mqtt.hubs.filter { $0 != board }, board: board)
    options.fallsBack = mqtt.fallsBack
    options.takesAll = config.takesHubMarkets
    options.staleAfterMilliseconds = Int64(config.link.staleAfterSeconds) * 1_000
    return HubFeed(
      options, markets: config.markets.indices.map { ($0, config.markets[$0]) }, seed: seed)
  }

  /// The desk that speaks to the broker; nil where no broker is configured, or none can be spoken
  /// to, which is logged.
  /// - Parameter announced: keeps what the broker was told before.
  func broker(_ device: BrokerDevice, _ announced: LinesFile, seed: UInt64) -> BrokerDesk? {
    guard let mqtt = config.mqtt else { return nil }
    let log = self.log
    do throws(BrokerFailure) {
      return BrokerDesk(
        mqtt, try BrokerClient(), device: device, file: announced, seed: seed
      ) {
        // Commands that are refused count as one sentence, however many texts somebody sends.
        log.write($0, $1, key: $1.hasPrefix(BrokerDesk.refusal) ? BrokerDesk.refusal : nil)
      }
    } catch {
      log.write(.error, error.sentence(of: BrokerOptions(mqtt, BrokerTopics(mqtt))))
      return nil
    }
  }

  /// What a broker is told of the board once.
  /// - Parameters:
  ///   - display: the first one.
  ///   - startSeconds: when the program began, in Unix seconds.
  func device(_ display: (any Display)?, startSeconds: Int64) -> BrokerDevice {
    var device = BrokerDevice(startSeconds: startSeconds)
    device.panel = config.panels.first.map { "\($0.kind)" } ?? display?.name
    device.size = display.map { ($0.surface.size.width, $0.surface.size.height) }
    device.sendsPicture = display != nil && config.mqtt?.pictureEverySeconds != nil
    device.keys =
      config.buttons.count + config.encoders.count { $0.button != nil } + config.keys.count
    return device
  }
}

extension LinesFile {
  /// The file of what a broker was told to keep.
  static func announced(
    in folder: String?, log: @escaping (Severity, String) -> Void
  ) -> LinesFile {
    LinesFile(
      // A line for each market that a hub may name, and more.
      "broker", in: folder, bytesMax: 262_144,
      loss: "what the broker still keeps of earlier settings stays there", log: log)
  }
}
