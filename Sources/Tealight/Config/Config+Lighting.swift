import Glance
import State

extension Config {
  /// When displays are to be dimmer than configured.
  public struct Lighting: Equatable, Sendable {
    public var night: Night?
    /// 0: never.
    public var dimAfterMinutes = 60
    /// Percent of the configured brightness.
    public var dimTo = 40
    /// Whether the picture moves by a pixel now and then.
    public var shifts = true
  }

  /// The hours in which a room is dark.
  public struct Night: Equatable, Sendable {
    public var hours: LocalHours
    /// Percent of the configured brightness; 0 is off.
    public var brightness = 10
    /// How long a touch lights what is off.
    public var wakeSeconds = 30

    public init(_ hours: LocalHours) { self.hours = hours }
  }
}
