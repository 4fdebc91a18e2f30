import Metrics

/// One row of the table of metrics: what a family is, and where its series come from. Names, labels and sentences are data, so
/// `docs/monitoring.md` is written from the rows, and a test holds it against them.
struct Metric: Sendable {
  let family: MetricFamily
  /// The labels of its series, each with the table that its values come from.
  let labels: KeyValuePairs<String, String>
  /// The series at this moment. None: the family is left out.
  let samples: @Sendable (Scrape) -> [MetricSample]

  init(
    _ family: MetricFamily, labels: KeyValuePairs<String, String> = [:],
    _ samples: @escaping @Sendable (Scrape) -> [MetricSample]
  ) {
    self.family = family
    self.labels = labels
    self.samples = samples
  }

  /// All of them, in the order of the text and of the page. A feature with metrics of its own adds its table here.
  static let all: [Metric] = requests + connections + worlds + store + tracing + process + cluster

  /// The text for a scraper.
  static func text(of parts: ServerParts, as format: Exposition.Format) -> [UInt8] {
    let scrape = Scrape(parts)
    var text = Exposition(format)
    for metric in all { text.add(metric.family, metric.samples(scrape)) }
    return text.finished()
  }
}
