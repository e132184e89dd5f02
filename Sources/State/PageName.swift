/// A page of the screen by its name, as `pages` in the configuration has it: `chart`.
///
/// The state keeps only which page is chosen: which ones there are, and how they are drawn, stands in
/// `Glance`.
/// Pages that the state itself treats apart have a constant here.
public struct PageName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Where everything begins unless the configuration says another.
  public static let glance = PageName(rawValue: "glance")
  /// Its rows are pointed at and sorted.
  public static let list = PageName(rawValue: "list")
  /// About the connections and no market: a press there may let a browser in.
  public static let link = PageName(rawValue: "link")
  /// It comes to the front by itself, and no user turns to it.
  public static let alert = PageName(rawValue: "alert")

  /// A message, likewise.
  public static let notice = PageName(rawValue: "notice")

  /// They may have nothing to show for as long as the configuration is what it is.
  public static let premium = PageName(rawValue: "premium")
  public static let wallet = PageName(rawValue: "wallet")
  public static let portfolio = PageName(rawValue: "portfolio")

  public var description: String { rawValue }
}
