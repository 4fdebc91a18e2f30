/// What a family of series is, beside its values (OpenMetrics 1.0, "MetricFamily"). The name has no suffix of its kind: the writer of
/// each format adds `_total`, `_bucket` and the like.
package struct MetricFamily: Sendable, Hashable {
  /// The types of OpenMetrics that this program has a use for.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Only grows, and begins again at 0 with the process.
    case counter
    case gauge
    case histogram
    /// Its labels say something that is constant; its value is always 1.
    case info
  }

  package let name: String
  package let kind: Kind
  /// The unit, which is also the last word of the name: `seconds`, `bytes`. Nil for a number of things.
  package let unit: String?
  /// One sentence without its full stop.
  package let help: String

  package init(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
  }

  /// The name of the family's series in a query, without `_bucket`, `_sum` and `_count` of a histogram.
  package var seriesName: String {
    switch kind {
    case .counter: name + "_total"
    case .info: name + "_info"
    case .gauge, .histogram: name
    }
  }
}

/// One series of a family at one moment.
package struct MetricSample: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case count(UInt64)
    case number(Double)
    case histogram(HistogramReading)
  }

  /// A name that the family's row gives, and a value out of a table of this program.
  package struct Label: Sendable, Hashable {
    package let name: String
    package let value: String
  }

  package let labels: [Label]
  package let value: Value

  package init(_ value: Value, _ labels: KeyValuePairs<String, String> = [:]) {
    self.value = value
    self.labels = labels.map { Label(name: $0.key, value: $0.value) }
  }
}
