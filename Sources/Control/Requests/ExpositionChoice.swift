import Bytes
import HTTPWire
import Metrics

/// Chooses the format of metrics by `Accept` (RFC 9110 §12.5.1).
enum ExpositionChoice {
  private static let names: [(Exposition.Format, type: String)] = [
    (.openMetrics, "application/openmetrics-text"), (.prometheus, "text/plain"),
  ]

  /// The format that the client wants more. OpenMetrics when it has no wish, and when it wants neither: a scraper reads the type of what it
  /// gets.
  static func format(for fields: HTTPFields) -> Exposition.Format {
    let ranges = fields.all("Accept").joined(separator: ",").split(separator: ",")
    var best = (format: Exposition.Format.openMetrics, weight: -1.0)
    for (format, type) in names {
      let weight = ranges.filter { matches($0, type) }.map(weight).max() ?? -1
      if weight > best.weight { best = (format, weight) }
    }
    return best.weight > 0 ? best.format : .openMetrics
  }

  /// A range such as `*/*` is not a wish for one of the two.
  private static func matches(_ range: Substring, _ type: String) -> Bool {
    ASCII.equalIgnoringCase(ASCII.trimmed(range.prefix { $0 != ";" }), type)
  }

  private static func weight(_ range: Substring) -> Double {
    for parameter in range.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { ASCII.trimmed($0) }
      if parts.count == 2, ASCII.equalIgnoringCase(parts[0], "q") { return Double(parts[1]) ?? 0 }
    }
    return 1
  }
}
