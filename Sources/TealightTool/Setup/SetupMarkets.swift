import Feeds
import MarketData

/// The markets that `tealight setup` accepts: those that exchanges list, and any other one if it is
/// typed a second time, as a list may lack a market that is halted.
struct SetupMarkets {
  private let machine: SetupMachine
  /// The markets that a word may find; nil until the exchanges were asked.
  private var directory: [DirectoryEntry]?
  /// The codes that each exchange lists, of those that have answered.
  private var listed: [String: Set<String>] = [:]
  /// Unlisted markets that were typed once: they are accepted when they are typed again.
  private var refused: Set<String> = []
  /// A note about the directory that is still to be shown.
  private var note: String?

  init(_ machine: SetupMachine) { self.machine = machine }

  /// Whether the exchanges were asked.
  var areKnown: Bool { directory != nil }

  /// - Parameter entries: all markets; nil where no exchange can be asked.
  mutating func take(_ entries: [DirectoryEntry]?) {
    directory = entries ?? machine.usualMarkets
    listed = Dictionary(grouping: entries ?? [], by: \.exchange)
      .mapValues { Set($0.map(\.listing.code)) }
    if entries == nil {
      note =
        "No exchange can be reached now, so these are the usual markets.\nAny other is "
        + "typed as exchange:CODE."
    }
  }

  /// Finds the markets that have the words.
  /// - Returns: the markets, and a note to show before them.
  mutating func find(_ words: String) -> (found: [DirectoryEntry], note: String?) {
    defer { note = nil }
    return (Query(words).found(in: (directory ?? []).filter(\.listing.isTrading)), note)
  }

  /// Accepts the markets that are listed, as far as the exchanges have answered, or that were typed
  /// before.
  /// - Returns: these markets, and what to say about the others.
  mutating func admit(_ markets: [String]) -> (taken: [String], said: [String]) {
    var said: [String] = []
    var taken: [String] = []
    let before = refused
    for market in markets {
      if !before.contains(market), let sentence = unlisted(market) {
        refused.insert(market)
        said += [sentence, "Type \(market) again to take it anyway.".onOneLine]
      } else {
        taken.append(market)
      }
    }
    return (taken, said)
  }

  /// What is wrong with markets; nil where nothing is.
  func complaint(of markets: [String]) -> String? {
    markets.isEmpty ? nil : machine.complaints(Self.configuration(of: markets)).first
  }

  /// A sentence for a market that no exchange lists, as far as they have answered; nil for others.
  private func unlisted(_ market: String) -> String? {
    guard let config = machine.meaning(Self.configuration(of: [market])) else { return nil }
    let findings = Doctor.unlisted(config, listed) { word in
      "to find its code, type a word, such as \(word)"
    }
    return findings.first.map { ($0.text + ($0.fix.map { "; \($0)" } ?? "")).onOneLine }
  }

  /// The shortest valid configuration with these markets.
  private static func configuration(of markets: [String]) -> String {
    "markets = [\(markets.map(\.asJSON).joined(separator: ", "))]\n"
      + "[[display]]\npanel = \"led\"\nbus = \"led:x\"\n"
  }
}
