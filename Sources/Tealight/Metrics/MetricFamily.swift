/// A metric: its name, what it means, and its samples.
struct MetricFamily {
  enum Kind: String {
    /// A value that only grows, from 0 at the start.
    case counter
    case gauge, histogram
    /// A value that does not change: its labels say it, and its value is 1.
    case info
    /// Which of several states holds: 1, and 0 for the others.
    case stateSet = "stateset"
  }

  /// What a sample is of, by the names of its labels. Their values come from the configuration or
  /// the code, but the quote comes from the list of an exchange, and the markets of a hub come from
  /// the hub.
  typealias Labels = KeyValuePairs<String, String>
  typealias Reading = (labels: Labels, value: Double)

  struct Sample {
    /// Follows the name of the family.
    var suffix = ""
    var labels: [(name: String, value: String)]
    var value: Double
  }

  /// The name without `_total` and `_info`. It ends with the unit, if it has one.
  let name: String
  let kind: Kind
  let help: String
  /// The samples that are known now: an unknown value has none.
  let samples: [Sample]

  private init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    (self.name, self.kind, self.help, self.samples) = (name, kind, help, samples)
  }

  static func counter(
    _ name: String, _ help: String, _ readings: [Reading]
  ) -> MetricFamily {
    MetricFamily(
      name, .counter, help,
      readings.map { Sample(suffix: "_total", labels: $0.labels.pairs, value: $0.value) })
  }

  static func gauge(
    _ name: String, _ help: String, _ readings: [Reading]
  ) -> MetricFamily {
    MetricFamily(
      name, .gauge, help, readings.map { Sample(labels: $0.labels.pairs, value: $0.value) })
  }

  /// One sample without labels; none where the value is not known.
  static func counter(_ name: String, _ help: String, _ value: Double?) -> MetricFamily {
    counter(name, help, readings(value))
  }

  static func gauge(_ name: String, _ help: String, _ value: Double?) -> MetricFamily {
    gauge(name, help, readings(value))
  }

  private static func readings(_ value: Double?) -> [Reading] {
    let none: Labels = [:]
    return value.map { [(none, $0)] } ?? []
  }

  static func info(_ name: String, _ help: String, _ labels: Labels) -> MetricFamily {
    MetricFamily(name, .info, help, [Sample(suffix: "_info", labels: labels.pairs, value: 1)])
  }

  /// - Parameters:
  ///   - states: all that there are.
  ///   - current: which of them holds, if one does; for each set of labels.
  static func stateSet(
    _ name: String, _ help: String, of states: [String],
    _ current: [(labels: Labels, state: String?)]
  ) -> MetricFamily {
    MetricFamily(
      name, .stateSet, help,
      current.flatMap { labels, current in
        states.map { state in
          Sample(labels: labels.pairs + [(name, state)], value: state == current ? 1 : 0)
        }
      })
  }

  static func histogram(
    _ name: String, _ help: String, _ histogram: Histogram
  ) -> MetricFamily {
    var count = 0
    var samples: [Sample] = []
    for (index, inBucket) in histogram.counts.enumerated() {
      count += inBucket
      let bound = index < histogram.bounds.count ? "\(histogram.bounds[index].seconds)" : "+Inf"
      samples.append(Sample(suffix: "_bucket", labels: [("le", bound)], value: Double(count)))
    }
    samples.append(Sample(suffix: "_count", labels: [], value: Double(count)))
    samples.append(Sample(suffix: "_sum", labels: [], value: histogram.sum.seconds))
    return MetricFamily(name, .histogram, help, samples)
  }
}

extension Int64 {
  /// So many microseconds as seconds.
  fileprivate var seconds: Double { Double(self) / 1_000_000 }
}

extension KeyValuePairs<String, String> {
  fileprivate var pairs: [(name: String, value: String)] { map { ($0.key, $0.value) } }
}
