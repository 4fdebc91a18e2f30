/// The text that a scraper reads: OpenMetrics 1.0, or the older format of Prometheus (text format 0.0.4).
package struct Exposition {
  /// The formats, by what asks for them.
  package enum Format: Sendable, Hashable, CaseIterable {
    case openMetrics
    case prometheus

    package var contentType: String {
      switch self {
      case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
      case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
      }
    }
  }

  private let format: Format
  private var text: [UInt8] = []

  package init(_ format: Format) {
    self.format = format
    text.reserveCapacity(16_384)
  }

  /// Adds a family with its series. A family without series is left out: it has nothing to say yet.
  package mutating func add(_ family: MetricFamily, _ samples: [MetricSample]) {
    guard !samples.isEmpty else { return }
    head(family)
    for sample in samples {
      switch sample.value {
      case .count(let count): line(family.seriesName, sample.labels, "\(count)")
      case .number(let number): line(family.seriesName, sample.labels, Self.text(number))
      case .histogram(let reading): histogram(family.name, sample.labels, reading)
      }
    }
  }

  /// The whole text. Nothing can be added to what was taken.
  package consuming func finished() -> [UInt8] {
    if format == .openMetrics { text += "# EOF\n".utf8 }
    return text
  }

  // The older format knows no units and no info, and has the suffix of a counter in the family's name.
  private mutating func head(_ family: MetricFamily) {
    let name = format == .openMetrics ? family.name : family.seriesName
    let kind = format == .prometheus && family.kind == .info ? .gauge : family.kind
    text += "# TYPE \(name) \(kind.rawValue)\n".utf8
    if format == .openMetrics, let unit = family.unit { text += "# UNIT \(name) \(unit)\n".utf8 }
    // Quotes in a help text are escaped in OpenMetrics alone.
    text += "# HELP \(name) \(Self.escaped(family.help, withQuotes: format == .openMetrics)).\n".utf8
  }

  private mutating func histogram(_ name: String, _ labels: [MetricSample.Label], _ reading: HistogramReading) {
    for step in reading.steps {
      // A bound is a label, which has to read the same for ever: as a number with a point.
      line(name + "_bucket", labels + [.init(name: "le", value: "\(step.bound)")], "\(step.count)")
    }
    line(name + "_bucket", labels + [.init(name: "le", value: "+Inf")], "\(reading.count)")
    line(name + "_sum", labels, Self.text(reading.sum))
    line(name + "_count", labels, "\(reading.count)")
  }

  private mutating func line(_ name: String, _ labels: [MetricSample.Label], _ value: String) {
    text += name.utf8
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
      text += "{\(pairs.joined(separator: ","))}".utf8
    }
    text += " \(value)\n".utf8
  }

  /// The shortest text that is read as the same number.
  private static func text(_ number: Double) -> String {
    if let whole = Int64(exactly: number), abs(number) < 0x1p53 { return "\(whole)" }
    if number.isFinite { return "\(number)" }
    return number.isNaN ? "NaN" : number < 0 ? "-Inf" : "+Inf"
  }

  private static func escaped(_ text: String, withQuotes: Bool = true) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x5C: escaped += [0x5C, 0x5C]
      case 0x22 where withQuotes: escaped += [0x5C, 0x22]
      case 0x0A: escaped += [0x5C, 0x6E]
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
