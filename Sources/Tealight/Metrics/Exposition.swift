/// Metrics as the text that Prometheus and its like read.
enum Exposition {
  enum Format {
    /// OpenMetrics 1.0 (github.com/prometheus/OpenMetrics, specification/OpenMetrics.md).
    case openMetrics
    /// Prometheus' own text, version 0.0.4: all that node_exporter's textfile collector reads. It
    /// knows neither units nor infos nor sets of states.
    case prometheus
  }

  /// Families without a sample are left out, and so are values that are not finite.
  static func text(_ families: [MetricFamily], as format: Format) -> String {
    var text = ""
    for family in families {
      let samples = family.samples.filter(\.value.isFinite)
      guard !samples.isEmpty else { continue }
      let name = family.name(in: format)
      text += "# TYPE \(name) \(family.type(in: format))\n"
      if format == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit)\n" }
      text += "# HELP \(name) \(family.help.escaped(quotes: format == .openMetrics))\n"
      for sample in samples { text += line(sample, of: family.name) }
    }
    return format == .openMetrics ? text + "# EOF\n" : text
  }

  private static func line(_ sample: MetricFamily.Sample, of name: String) -> String {
    let labels = sample.labels.map { "\($0.name)=\"\($0.value.escaped(quotes: true))\"" }
    let braced = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
    return "\(name)\(sample.suffix)\(braced) \(number(sample.value))\n"
  }

  /// Whole numbers have no point: most are counts.
  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}

extension MetricFamily {
  /// In Prometheus' own text a family has the name of its samples.
  func name(in format: Exposition.Format) -> String {
    switch kind {
    case .counter where format == .prometheus: "\(name)_total"
    case .info where format == .prometheus: "\(name)_info"
    default: name
    }
  }

  fileprivate func type(in format: Exposition.Format) -> String {
    switch kind {
    case .info where format == .prometheus, .stateSet where format == .prometheus:
      Kind.gauge.rawValue
    default: kind.rawValue
    }
  }

  fileprivate var unit: String? { ["seconds", "bytes"].first { name.hasSuffix("_\($0)") } }
}

extension String {
  fileprivate func escaped(quotes: Bool) -> String {
    var text = ""
    for letter in unicodeScalars {
      switch letter {
      case "\\": text += #"\\"#
      case "\n": text += #"\n"#
      case "\"" where quotes: text += #"\""#
      default: text.unicodeScalars.append(letter)
      }
    }
    return text
  }
}
