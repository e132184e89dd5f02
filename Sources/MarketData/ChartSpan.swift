/// How long the candles of a chart are.
public enum ChartSpan: String, CaseIterable, Sendable {
  case fiveSeconds = "5s"
  case minute = "1m"
  case fiveMinutes = "5m"
  case hour = "1h"
  case day = "1d"

  public var milliseconds: Int64 {
    switch self {
    case .fiveSeconds: Candle.span
    case .minute: 60_000
    case .fiveMinutes: 300_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }
}
