import Glance
import MarketData

/// What the chart shows until hands choose something else.
extension ConfigReader {
  mutating func readChart(_ chart: inout TableReader) {
    let spans = ChartSpan.allCases.map { (name: $0.rawValue, $0) }
    if let span = chart.choice("span", among: spans) { config.settings.span = span }
    let indicators = Indicator.allCases.map { (name: $0.rawValue, $0) }
    if let indicator = chart.choice("indicator", among: indicators) {
      config.settings.indicator = indicator
    }
    config.settings.period = chart.integer("period", in: 2...200)
    mistakes += chart.finish()
  }
}
