import Metrics

@testable import MockIdP

/// The tables of the page on monitoring, as Markdown. The tests compare them with the file.
enum MetricsPage {
  static let parts: [(name: String, markdown: String)] = [
    ("metrics", table(["metric", "type", "labels", "meaning"], Metric.all.map(row))),
    ("conditions", table(["condition", "what holds"], ServerCondition.all.map { ["`\($0.name)`", $0.meaning] })),
  ]

  private static func row(_ metric: Metric) -> [String] {
    let labels = metric.labels.map { "`\($0.key)`: \($0.value)" }.joined(separator: "; ")
    return ["`\(metric.family.seriesName)`", metric.family.kind.rawValue, labels, metric.family.help + "."]
  }

  private static func table(_ head: [String], _ rows: [[String]]) -> String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { cells in
      "|" + cells.map { $0.isEmpty ? " " : " \($0) " }.joined(separator: "|") + "|\n"
    }.joined()
  }
}
