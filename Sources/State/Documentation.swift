/// Where the documentation can be read, as a text and as codes for the camera of a phone.
public struct Documentation: Equatable, Sendable {
  /// The square of modules that ISO/IEC 18004 makes of a text, without its quiet zone.
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

  /// The command that shows the manual page about the configuration.
  public static let page = "man tealight.toml"

  public var text: String
  /// The best first; codes with fewer modules fit on smaller panels. Empty where there is only text.
  public var codes: [Code]

  public init(text: String, codes: [Code] = []) {
    self.text = text
    self.codes = codes
  }
}
