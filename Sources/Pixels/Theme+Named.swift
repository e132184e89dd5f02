extension Theme {
  /// The background, by its name in the configuration.
  public enum Ground: String, CaseIterable, Sendable {
    /// For panels that make their own light.
    case dark
    case light
    /// As printed paper looks in lamp light.
    case paper
    /// Dim and red, so that eyes stay adapted to the dark.
    case night
  }

  /// The colours of up and down, in this order, by their name in the configuration.
  public enum Convention: String, CaseIterable, Sendable {
    /// As in Korea.
    case redBlue = "red-blue"
    /// As in China and Japan.
    case redGreen = "red-green"
    case greenRed = "green-red"
    /// For people who cannot tell red from green.
    case blueOrange = "blue-orange"
  }

  public struct Name: Equatable, Sendable {
    public var ground: Ground
    public var convention: Convention

    public init(_ ground: Ground, _ convention: Convention) {
      (self.ground, self.convention) = (ground, convention)
    }
  }

  public init(_ name: Name) {
    let values = Self.values(name.ground)
    let (rise, fall) =
      switch name.convention {
      case .redBlue: (values.red, values.blue)
      case .redGreen: (values.red, values.green)
      case .greenRed: (values.green, values.red)
      case .blueOrange: (values.blue, values.orange)
      }
    let roles = [
      values.paper, values.text, values.dim, values.faint, rise, fall, values.still,
      values.warning, values.skin, values.shade, values.belly, values.tongue,
    ]
    self.init(roles: roles.map(Colour.init))
    self.name = name
  }

  /// The theme of LEDs: colours that are meant for a bright background would hardly be visible.
  public var lit: Theme {
    guard let name, [.light, .paper].contains(name.ground) else { return self }
    return .dark(name.convention)
  }

  public static func dark(_ convention: Convention) -> Theme { Theme(Name(.dark, convention)) }

  private typealias Values = (
    paper: UInt32, text: UInt32, dim: UInt32, faint: UInt32, still: UInt32, warning: UInt32,
    red: UInt32, green: UInt32, blue: UInt32, orange: UInt32,
    skin: UInt32, shade: UInt32, belly: UInt32, tongue: UInt32
  )

  private static func values(_ ground: Ground) -> Values {
    switch ground {
    case .dark:
      (
        0x000000, 0xF6F5F0, 0xA6AAB0, 0x666B73, 0xD8D2B8, 0xFFB42E,
        0xF95750, 0x3ADF83, 0x5C9DFF, 0xDE7200,
        0x8CC83C, 0x4E862A, 0xD2EC90, 0xF08A9A
      )
    case .light:
      (
        0xFFFFFF, 0x16181C, 0x565B63, 0x9A9FA8, 0x6A6248, 0xAB6400,
        0x98000F, 0x007338, 0x1659C7, 0x873100,
        0x5CA01C, 0x2F6212, 0xB8DC70, 0xD0586C
      )
    case .paper:
      (
        0xF4EBD7, 0x2A2118, 0x5E5243, 0x9C8F78, 0x66593A, 0x9C5900,
        0x860111, 0x136C39, 0x24509A, 0x702A00,
        0x68902A, 0x3A5A14, 0xB4C878, 0xB85A58
      )
    case .night:
      (
        0x000000, 0xFF8A78, 0xD8483A, 0x7A2018, 0xC8604E, 0xFFA025,
        0xEC5428, 0xC95D4F, 0xCC5B4E, 0xFC9759,
        0xB8503C, 0x702A1E, 0xE08A70, 0xE8705E
      )
    }
  }
}
