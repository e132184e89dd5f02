import Feeds

/// What a configuration may name besides panels.
public struct Catalogue: Sendable {
  /// The one list of exchanges.
  public var exchanges: [any Exchange] = [Upbit()]
  /// Where `NAME.toml` of a board is looked for, the first first.
  public var boardFolders = ["board", "/usr/share/tealight/boards"]

  public init() {}
}
