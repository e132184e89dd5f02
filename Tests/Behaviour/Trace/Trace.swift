import Foundation

/// All that a feed says and wants in one test, kept as text: one line each, in order.
///
/// The text is written to `$TEALIGHT_BEHAVIOUR/feeds/TEST/SEED/` when the trace ends. Without that
/// variable nothing is kept. It does not depend on names that the table `renames` translates, on the
/// names of types, on the order of labels, or on whether a number stands in a type of its own.
public final class Trace {
  private static let folder = ProcessInfo.processInfo.environment["TEALIGHT_BEHAVIOUR"]
  private static let renames = Renames()

  private let folder: String?
  private var text = ""

  public init(test: String?, seed: UInt64) {
    folder = Self.folder.map {
      "\($0)/feeds/\((test ?? "no test").replacingOccurrences(of: "/", with: " "))/seed \(seed)"
    }
  }

  public func note(_ value: Any) {
    if folder != nil { text += Self.describe(value) + "\n" }
  }

  deinit {
    guard let folder else { return }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    // Tests run side by side: what a trace holds names it, so that their order means nothing.
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    try? text.write(
      toFile: "\(folder)/\(String(hash, radix: 16))", atomically: true, encoding: .utf8)
  }

  private static func describe(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let children = Array(mirror.children)
    switch mirror.displayStyle {
    case .optional: return children.first.map { describe($0.value) } ?? "nil"
    case .collection: return "[" + children.map { describe($0.value) }.joined(separator: ", ") + "]"
    case .set, .dictionary:
      return "{" + children.map { describe($0.value) }.sorted().joined(separator: ", ") + "}"
    case .enum:
      guard let child = children.first else { return renames["\(value)"] ?? "none" }
      let payload = Mirror(reflecting: child.value)
      let parts =
        payload.displayStyle == .tuple
        ? labelled(Array(payload.children)) : [describe(child.value)]
      return (renames[child.label!] ?? "none") + "(" + parts.joined(separator: ", ") + ")"
    case .struct, .class, .tuple:
      let parts = labelled(children)
      if parts.isEmpty { return "\(value)" }
      return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: ", ") + ")"
    default:
      return value is String ? "\"\(value)\"" : "\(value)"
    }
  }

  /// Sorted by their labels; one alone needs none.
  private static func labelled(_ children: [Mirror.Child]) -> [String] {
    let parts = children.compactMap { child -> (label: String, text: String)? in
      renames[child.label ?? ""].map { ($0, describe(child.value)) }
    }
    if parts.count == 1 { return [parts[0].text] }
    return parts.sorted { $0.label < $1.label }.map { "\($0.label): \($0.text)" }
  }
}

/// The table of names that have changed since the record was made: `OLD NEW` in each line, and `-`
/// for OLD where the record knew no such thing.
private struct Renames {
  private let old: [String: String]

  init() {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("renames")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    old = Dictionary(
      lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        precondition(words.count == 2, "renames: \(line)")
        return (words[1], words[0])
      }, uniquingKeysWith: { _, last in last })
  }

  /// What the record calls it; nil for what it does not know.
  subscript(name: String) -> String? {
    guard let old = old[name] else { return name }
    return old == "-" ? nil : old
  }
}
