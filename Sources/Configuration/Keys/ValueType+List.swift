/// What is wrong with one thing that is named: an item of a list, a board.
public struct Complaint: Error {
  /// A sentence without its place.
  public let text: String

  init(_ text: String) { self.text = text }
}

/// What is said of an item that stands twice in a list.
enum Repetition: Sendable {
  case error(@Sendable (String) -> String)
  case warning(@Sendable (String) -> String)
  case fine
}

extension ValueType {
  /// A list of texts, at least one. Those that mean nothing are left out.
  /// - Parameters:
  ///   - meaning: what the list must be.
  ///   - item: what messages call an item, and what it must be.
  static func list<Item: Sendable>(
    _ meaning: String, of item: (name: String, meaning: String), shape: ValueShape? = nil,
    twice: Repetition,
    parse: @escaping @Sendable (Located<String>) throws(Complaint) -> Item
  ) -> ValueType where Value == [Item] {
    var isUnique = false
    if case .error = twice { isUnique = true }
    return ValueType(
      .list(of: shape ?? .text(item.meaning), isUnique: isUnique)
    ) { toml, name, diagnostics in
      guard let list = toml.list(name, meaning, &diagnostics) else { return nil }
      var items: [Item] = []
      var texts: Set<String> = []
      for entry in list {
        guard let text = entry.text(item.name, item.meaning, &diagnostics) else { continue }
        do throws(Complaint) {
          let value = try parse(Located(value: text, location: entry.location))
          let isFirst = texts.insert(text).inserted
          switch twice {
          case .error(let say) where !isFirst: diagnostics.error(say(text), at: entry.location)
          case .warning(let say) where !isFirst: diagnostics.warn(say(text), at: entry.location)
          default: items.append(value)
          }
        } catch {
          diagnostics.error(error.text, at: entry.location)
        }
      }
      return items
    }
  }
}

extension TOML {
  /// What is in a list, at least one.
  func list(
    _ name: String, _ meaning: String, _ diagnostics: inout Diagnostics
  ) -> [TOML]? {
    if case .list(let list) = value, !list.isEmpty { return list }
    let found = value == .list([]) ? "empty" : kind
    diagnostics.error("\(name) is \(found); it must be \(meaning)", at: location)
    return nil
  }
}
