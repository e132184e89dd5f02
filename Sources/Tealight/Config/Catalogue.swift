import Feeds

/// What a configuration may name besides panels.
public struct Catalogue: Sendable {
  /// The one list of exchanges.
  public var exchanges: [any Exchange] = [
    Upbit(), Coinbase(), Kraken(), Dogechain(),
  ]
  /// Where `NAME.toml` of a board is looked for, the first first.
  public var boardFolders = ["board", "/usr/share/tealight/boards"]

  /// Where the configuration is looked for unless it is named: the first that is there. The SD card's
  /// FAT partition comes first: its file can be written by somebody who never opens a shell.
  public var configPaths = ["/boot/firmware/tealight.toml", Config.usualPath]

  public init() {}

  /// The configuration where none is named.
  public var configPath: String {
    configPaths.first(where: FileBytes.exists) ?? Config.usualPath
  }
}
