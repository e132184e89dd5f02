/// Where it is written how everything works, for eyes and for the camera of a phone.
public struct Documentation: Equatable, Sendable {
  /// A square of modules, as ISO/IEC 18004 makes it of a text, without its quiet zone.
  public struct Code: Equatable, Sendable {
    public let side: Int
    /// Rows from the top.
    public let isDark: [Bool]

    /// - Parameter isDark: one for each module.
    public init(side: Int, isDark: [Bool]) {
      precondition(side > 0 && isDark.count == side * side, "a code is a square of modules")
      self.side = side
      self.isDark = isDark
    }
  }

  /// How the manual page that describes the configuration is read.
  public static let page = "man tealight.toml"

  public var text: String
  /// The best first; fewer modules have room on smaller panels. None where the text is for eyes only.
  public var codes: [Code]

  public init(text: String, codes: [Code] = []) {
    self.text = text
    self.codes = codes
  }
}
