/// A page of the screen by its name, as `pages` in the configuration has it: `chart`.
///
/// The state keeps only which page is chosen: `Glance` says which pages there are, and how they are
/// drawn.
/// Pages that the state itself treats differently have a constant here.
public struct PageName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first page, unless the configuration names another.
  public static let glance = PageName(rawValue: "glance")
  /// The page whose rows are pointed at and sorted.
  public static let list = PageName(rawValue: "list")
  /// The page about the connections, not about a market: a press there may let a browser in.
  public static let link = PageName(rawValue: "link")
  /// The page of an alert: it comes to the front by itself, and the user cannot turn to it.
  public static let alert = PageName(rawValue: "alert")

  /// The page of a notice, likewise.
  public static let notice = PageName(rawValue: "notice")

  /// Pages that may have nothing to show for as long as the configuration stays the same.
  public static let premium = PageName(rawValue: "premium")
  public static let wallet = PageName(rawValue: "wallet")
  public static let portfolio = PageName(rawValue: "portfolio")

  public var description: String { rawValue }
}
