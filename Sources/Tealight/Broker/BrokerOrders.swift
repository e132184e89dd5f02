import Configuration
import Feeds
import State

/// Why a message is no command: one line.
struct BrokerOrderError: Error, Equatable {
  let sentence: String
}

/// Reads what is published to the board's `set` topics. Everything there is a command of
/// `Configuration/Commands`, in the same words as everywhere else, or one of the few that only a
/// broker has.
enum BrokerOrders {
  enum Order: Equatable {
    case request(Loop.Request)
    /// Whether somebody is in the room, as a motion sensor elsewhere sees it.
    case presence(Bool)
  }

  /// - Parameters:
  ///   - name: the part of the topic after `set/`.
  ///   - markets: the names by which a market can be chosen.
  static func read(
    _ name: String, _ payload: [UInt8], markets: [String]
  ) throws(BrokerOrderError) -> [Order] {
    let reader = CommandReader(markets: markets)
    func command(_ bytes: [UInt8]) throws(BrokerOrderError) -> Order {
      do throws(CommandError) {
        return .request(.command(try reader.command(of: bytes)))
      } catch {
        throw BrokerOrderError(sentence: error.description)
      }
    }
    switch name {
    case "command": return [try command(payload)]
    case "notice":
      do throws(NoticeError) {
        return [.request(.notice(try NoticeReader.notice(of: payload)))]
      } catch {
        throw BrokerOrderError(sentence: error.description)
      }
    case "presence": return [.presence(try presence(payload))]
    case "light": return try light(payload)
    default:
      guard Command.ValueName(rawValue: name) != nil else {
        let names = Command.ValueName.allCases.map(\.rawValue)
        throw BrokerOrderError(
          sentence:
            "there is no command \"\(name.prefix(64))\"; the topics are set/command, set/light, "
            + "set/notice, set/presence, and "
            + names.map { "set/\($0)" }.joined(separator: ", "))
      }
      return [try command(Array("\(name)=".utf8) + payload)]
    }
  }

  /// What Home Assistant sends for a light: `{"state": "ON", "brightness": 60}`.
  private static func light(_ payload: [UInt8]) throws(BrokerOrderError) -> [Order] {
    let refusal = BrokerOrderError(
      sentence: "set/light needs {\"state\": \"ON\"} or {\"state\": \"OFF\"}, and may have "
        + "\"brightness\" from 0 to 100")
    guard let members = JSONMembers.read(payload, countMax: 8) else { throw refusal }
    var isOn: Bool?
    var percent: Int?
    for member in members {
      switch (member.name, member.value) {
      case ("state", .text("ON")): isOn = true
      case ("state", .text("OFF")): isOn = false
      case ("brightness", .number(let number)):
        guard let whole = Int(exactly: number.rounded()), 0...100 ~= whole else { throw refusal }
        percent = whole
      // Home Assistant may say more of a light than this one has.
      case ("transition", .number), ("flash", .number): break
      default: throw refusal
      }
    }
    guard let isOn else { throw refusal }
    let brightness = isOn ? percent.map { LightOrder.brightness($0) } : nil
    return [LightOrder.screen(isOn: isOn), brightness].compactMap { order in
      order.map { .request(.command(.light($0))) }
    }
  }

  private static func presence(_ payload: [UInt8]) throws(BrokerOrderError) -> Bool {
    switch String(decoding: payload.prefix(8), as: UTF8.self).lowercased() {
    case "on": return true
    case "off": return false
    default: throw BrokerOrderError(sentence: "set/presence needs \"on\" or \"off\"")
    }
  }
}
