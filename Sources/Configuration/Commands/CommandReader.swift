import Feeds
import MarketData
import State

/// Why a text is no command: what is wrong with it, and what is allowed. It is one line.
public struct CommandError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.onOneLine }
}

/// Reads commands, the same wherever they come from: `next-market`, `theme=night`, and from programs
/// `{"theme": "night"}`.
public struct CommandReader: Sendable {
  /// Longer ones are refused unread.
  public static let byteCountMax = 1_024

  /// The commands without a value.
  public static let names = Command.named(pages: Catalogue.pages).map(\.name)
  static let valueNames = Command.ValueName.allCases.map(\.rawValue)
  static let meaning =
    "one of \(names.quoted), or a name with its value, for example \"theme=night\""

  /// The names by which a market can be chosen; nil where any name is allowed.
  private let markets: [String]?

  /// - Parameter markets: by which names one can be chosen; nil where that is looked at later.
  public init(markets: [String]? = nil) { self.markets = markets }

  /// A command as a program sends it: as a text, which may end with a line break, or as a JSON object
  /// with one member, whose value is a text or a number.
  public func command(of bytes: [UInt8]) throws(CommandError) -> Command {
    guard bytes.count <= Self.byteCountMax else {
      throw CommandError(
        "a command of \(bytes.count) bytes is too long; at most \(Self.byteCountMax) are allowed")
    }
    let spaces: [UInt8] = [0x09, 0x0A, 0x0D, 0x20]
    let body = bytes.drop(while: spaces.contains)
    if body.first == UInt8(ascii: "{") { return try command(json: bytes) }
    let end = body.lastIndex { !spaces.contains($0) }.map { $0 + 1 } ?? body.startIndex
    guard let text = String(validating: body[..<end], as: UTF8.self) else {
      throw CommandError("a command has bytes that are not UTF-8; send it as UTF-8")
    }
    return try command(text)
  }

  private func command(json: [UInt8]) throws(CommandError) -> Command {
    guard let member = JSONMembers.read(json, countMax: 1)?.first else {
      throw CommandError(
        "this is not a JSON object with one member; write {\"NAME\": VALUE}, for example "
          + "{\"theme\": \"night\"}")
    }
    switch member.value {
    case .text(let text): return try command(member.name, text)
    case .number(let number):
      return try command(member.name, Int(exactly: number).map { "\($0)" } ?? "\(number)")
    case .boolean(let isTrue): return try command(member.name, "\(isTrue)")
    case .null: return try command(member.name, "null")
    }
  }

  /// A command as people write it.
  /// - Parameters:
  ///   - title: what complaints call it.
  ///   - others: words that are allowed in its place, for complaints.
  public func command(
    _ text: String, called title: String = "command", or others: [String] = []
  ) throws(CommandError) -> Command {
    if let equals = text.firstIndex(of: "=") {
      return try command(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
    let known = Command.named(pages: Catalogue.pages)
    if let found = known.first(where: { $0.name == text }) { return found.command }
    if Self.valueNames.contains(text) {
      throw CommandError("\(title) is \"\(text)\"; it needs a value, \"\(text)=VALUE\"")
    }
    let names = others + Self.names + Self.valueNames.map { "\($0)=VALUE" }
    throw CommandError("unknown \(title) \"\(text)\"\(text.hint(among: names))")
  }

  private func command(_ name: String, _ value: String) throws(CommandError) -> Command {
    guard let valueName = Command.ValueName(rawValue: name) else {
      throw CommandError("\"\(name)\" takes no value\(name.hint(among: Self.valueNames))")
    }
    switch valueName {
    case .market: return .choose(.market(try market(value)))
    case .page:
      let pages = Catalogue.pages.map { ($0.rawValue, $0) }
      return .choose(.page(try Self.one(of: pages, name, value)))
    case .theme: return .choose(.theme(try Self.one(name, value)))
    case .colours: return .choose(.colours(try Self.one(name, value)))
    case .language: return .choose(.language(try Self.one(name, value)))
    case .layout: return .choose(.layout(try Self.one(name, value)))
    case .currency: return .choose(.currency(try Self.currency(name, value)))
    case .rotate:
      let seconds = try Self.number(name, value, in: Choice.rotationSeconds, orZeroFor: "never")
      return .choose(.rotation(seconds: seconds))
    case .brightness: return .light(.brightness(try Self.number(name, value, in: 0...100)))
    case .screen:
      return .light(.screen(isOn: try Self.one(of: [("on", true), ("off", false)], name, value)))
    }
  }

  /// Complains of a command that chooses a market which cannot be chosen.
  func check(_ command: Command) throws(CommandError) {
    if case .choose(.market(let name)) = command { _ = try market(name) }
  }

  private func market(_ name: String) throws(CommandError) -> String {
    if markets?.contains(name) ?? !name.isEmpty { return name }
    throw CommandError("unknown market \"\(name)\"\(name.hint(among: markets ?? []))")
  }
}

// What values may be.
extension CommandReader {
  private static func one<Value>(
    of choices: [(name: String, value: Value)], _ name: String, _ text: String
  ) throws(CommandError) -> Value {
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    throw CommandError("unknown \(name) \"\(text)\"\(text.hint(among: choices.map(\.name)))")
  }

  private static func one<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ text: String
  ) throws(CommandError) -> Value {
    try one(of: Value.allCases.map { ($0.rawValue, $0) }, name, text)
  }

  private static func currency(_ name: String, _ text: String) throws(CommandError) -> String {
    if text == Desk.ownCurrency || Config.canShow(text) { return text }
    throw CommandError(
      "\(name) is \"\(text)\"; it must be \"\(Desk.ownCurrency)\", or \(Config.currencyMeaning)")
  }

  /// - Parameter zero: what 0 means; nil where it means nothing special.
  private static func number(
    _ name: String, _ text: String, in range: ClosedRange<Int>, orZeroFor zero: String? = nil
  ) throws(CommandError) -> Int {
    let digits = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    if digits, let number = Int(text), range ~= number || zero != nil && number == 0 {
      return number
    }
    let meaning = zero.map { "0, for \($0), or " } ?? ""
    throw CommandError(
      "\(name) is \"\(text)\"; it must be \(meaning)a whole number from \(range.lowerBound) to "
        + "\(range.upperBound)")
  }
}
