import State

extension Config {
  /// When displays are to be dimmer than configured.
  public struct Lighting: Equatable, Sendable {
    public var night = Night()
    /// 0: never.
    public var dimAfterMinutes = 60
    /// Percent of the configured brightness.
    public var dimTo = 40
    /// Whether the picture moves by a pixel now and then.
    public var shifts = true

    public init() {}
  }

  /// What is done in the hours in which a room is dark.
  public struct Night: Equatable, Sendable {
    /// Nil: there are none.
    public var hours: LocalHours?
    /// Percent of the configured brightness; 0 is off.
    public var brightness = 10
    /// How long a touch lights what is off.
    public var wakeSeconds = 30

    public init(_ hours: LocalHours? = nil) { self.hours = hours }
  }

  /// When e-paper is refreshed.
  public struct Paper: Equatable, Sendable {
    /// How far the price moves, or how many candles pass, until a refresh is worth it.
    public var refreshPercent = 0.1
    public var refreshCandles = 60
    /// How many partial refreshes are followed by a full one.
    public var fullEvery = 20

    public init() {}
  }
}

extension Config.Night {
  static let table = Table<Self>(
    "[night]", Self(),
    [
      Key("hours", optional: \.hours, .hours, need: .reason(ValueType<LocalHours>.hoursMeaning)),
      Key("brightness", \.brightness, .integer(0...100)),
      Key("wake_seconds", \.wakeSeconds, .integer(1...3600)),
    ])
}

extension Config.Lighting {
  /// `[care]`: what keeps an OLED from ageing.
  static let care = Table<Self>(
    "[care]", Self(),
    [
      Key("dim_after_minutes", \.dimAfterMinutes, .integer(0...1_440)),
      Key("dim_to", \.dimTo, .integer(1...100)),
      Key("shift", \.shifts, .boolean),
    ])
}

extension Config.Paper {
  static let table = Table<Self>(
    "[paper]", Self(),
    [
      Key("refresh_percent", \.refreshPercent, .number(0.01...100)),
      Key("refresh_candles", \.refreshCandles, .integer(1...240)),
      Key("full_every", \.fullEvery, .integer(1...200)),
    ])
}

extension ValueType<LocalHours> {
  static let hoursMeaning =
    "a text \"HH:MM-HH:MM\" in local time with two different times, for example \"22:30-07:00\""

  static let hours = text(
    hoursMeaning, complaint: { "\($0) is \"\($1)\"" }, parse: { LocalHours($0) })
}
