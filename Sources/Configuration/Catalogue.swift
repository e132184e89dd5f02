import Feeds
import Glance
import Glibc
import State

/// What a configuration may name besides panels.
public struct Catalogue: Sendable {
  /// The one list of exchanges.
  public var exchanges: [any Exchange] = [
    Upbit(), Bithumb(), Binance(), Coinbase(), Kraken(), Dogechain(),
  ]
  /// What stands for the exchange of published markets.
  public static let publishedMarkets: any Exchange = PublishedMarkets()
  /// The sources of exchange rates, in the order in which they are asked unless the file says another.
  public static let rateSources = [OpenExchangeRates.name, Frankfurter.name, ERAPI.name]
  /// The pages that a user can turn to.
  static let pages = PageCatalog.turnable
  /// What `$CREDENTIALS_DIRECTORY` stands for.
  public var credentialsFolder = getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) }
  /// What stands for every key of a recording, which holds none; nil where keys are read.
  public var standInSecret: Secret?
  /// Replaces the secrets that only systemd hands out, where only the service has them.
  public var standInCredential: Secret?
  /// The folders in which `NAME.toml` of a board is looked for, in this order. The current folder is
  /// never one of them: it may be anybody's.
  public var boardFolders =
    ["/usr/share/tealight/boards"] + [checkout].compactMap { $0.map { "\($0)/board" } }

  /// Where the configuration is looked for unless it is named: the first that is there.
  public var configPaths = [Config.bootPath, Config.usualPath]

  /// The configuration where none is named.
  public var configPath: String {
    configPaths.first(where: FileBytes.exists) ?? Config.usualPath
  }

  /// Whether a file, nil where none is named, is one that the daemon reads by itself.
  public func isDaemons(_ file: String?) -> Bool { file.map(configPaths.contains) ?? true }

  public init() {}

  /// A source of exchange rates; nil where none has that name, or a key is missing.
  public static func rateSource(_ name: String, appID: Secret?) -> (any RateSource)? {
    switch name {
    case OpenExchangeRates.name: appID.map { OpenExchangeRates(appID: $0.text) }
    case Frankfurter.name: Frankfurter()
    case ERAPI.name: ERAPI()
    default: nil
    }
  }

  /// The source tree that the program was built in, where it still lies there; nil once it is
  /// installed.
  private static var checkout: String? {
    realpath("/proc/self/exe", nil).flatMap { path in
      defer { free(path) }
      return checkout(ofProgram: String(cString: path))
    }
  }

  /// - Parameter path: of a program that was perhaps built by the package manager, which builds in
  ///   the folder `.build` of its package.
  static func checkout(ofProgram path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let index = parts.lastIndex(of: ".build") else { return nil }
    let root = parts[..<index].joined(separator: "/")
    return FileBytes.exists("\(root)/Package.swift") ? root : nil
  }
}
