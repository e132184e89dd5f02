import Configuration
import Feeds
import MarketData
import State

/// What `tealight setup` knows of the machine before it asks anything.
struct SetupMachine {
  struct File: Equatable {
    var path: String
    /// Nil where there is none.
    var text: String?
  }

  var boards: [Config.Board]
  /// Maker and product of a HAT, as its EEPROM says; empty where there is none.
  var hat = ""
  /// Where the display of a board may be looked for: `/dev/i2c-1`.
  var i2cAdapters: [String] = []
  /// `config.txt`; nil where the machine has none.
  var boot: File?
  /// Why `config.txt` cannot be read; nil where it can, or there is none.
  var bootComplaint: String?
  var configuration: File
  /// What the configuration says, or what holds without one.
  var current: Config
  /// The answers that are taken if the user gives none.
  var markets = ["upbit:KRW-BTC"]
  var language = Language.english
  var exchanges: [any Exchange] = []
  /// Whether the service is here, reads this configuration, and may be started by us.
  var hasService = false
  /// Whether the buses and devices of a board's panels are there.
  var isReady: (Config.Board) -> Bool = { _ in false }
  var isTaken: (_ path: String) -> Bool = { _ in false }
  /// What is wrong with a configuration: nothing where it is good.
  var complaints: (_ configuration: String) -> [String] = { _ in [] }
  /// What a configuration means; nil where it is not good.
  var meaning: (_ configuration: String) -> Config? = { _ in nil }

  /// The markets that are offered where no exchange can be asked.
  var usualMarkets: [DirectoryEntry] {
    let coins = [
      ("BTC", "Bitcoin", "비트코인"), ("ETH", "Ethereum", "이더리움"), ("XRP", "XRP", "엑스알피"),
      ("SOL", "Solana", "솔라나"), ("DOGE", "Dogecoin", "도지코인"), ("ADA", "Cardano", "에이다"),
    ]
    return coins.flatMap { base, english, korean in
      exchanges.compactMap { exchange in
        // The quote currency that is usual there.
        let quote = exchange.market(code: exchange.exampleCode)?.quote ?? ""
        return exchange.market(base: base, quote: quote).map { market in
          DirectoryEntry(
            exchange: exchange.name,
            listing: Listing(
              code: market.code, base: base, quote: quote,
              names: MarketNames(english: english, korean: korean)))
        }
      }
    }
  }

  /// The path where the old file is kept beside the new one: no file has this name yet.
  func copyPath(of path: String) -> String {
    let names = ["\(path).old"] + (2...99).map { "\(path).old\($0)" }
    return names.first { !isTaken($0) } ?? "\(path).old"
  }
}

extension Config.Board {
  /// Whether each word of a text begins a word of its title or its name.
  func isNamed(by text: String) -> Bool {
    let mine = Self.words("\(title) \(name)")
    let wanted = Self.words(text)
    return !wanted.isEmpty && wanted.allSatisfy { word in mine.contains { $0.hasPrefix(word) } }
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
  }
}
