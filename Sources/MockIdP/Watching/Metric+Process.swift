import Control
import Metrics
import Platform

extension Metric {
  static let tracing: [Metric] = [
    Metric(MetricFamily("mockidp_spans_exported", .counter, "Spans that the collector took")) {
      $0.parts.watch.spans.map { [MetricSample(.count($0.counts.exported))] } ?? []
    },
    Metric(
      MetricFamily("mockidp_spans_dropped", .counter, "Spans that were dropped rather than waited for"),
      labels: ["reason": "`queue_full`, or `export_failed` when the collector did not take them"]
    ) {
      guard let counts = $0.parts.watch.spans?.counts else { return [] }
      return [
        MetricSample(.count(counts.droppedByQueue), ["reason": "queue_full"]),
        MetricSample(.count(counts.droppedByExport), ["reason": "export_failed"]),
      ]
    },
    Metric(
      MetricFamily("mockidp_log_lines_dropped", .counter, "Lines of the log that nobody read in time, with `--verbose`")
    ) {
      $0.parts.lostLines.map { [MetricSample(.count($0()))] } ?? []
    },
  ]

  /// The names of the last six are those that client libraries of Prometheus use.
  static let process: [Metric] = [
    Metric(
      MetricFamily("mockidp_ready", .gauge, "1 while the condition holds; the server is ready while all do"),
      labels: ["condition": "the [conditions](#probes) of `/_mockidp/v1/ready`"]
    ) { scrape in
      ServerCondition.states(of: scrape.parts).map {
        MetricSample(.number($0.fault == nil ? 1 : 0), ["condition": $0.name])
      }
    },
    Metric(
      MetricFamily("mockidp_build", .info, "The program"), labels: ["version": "its version"]
    ) { _ in
      [MetricSample(.count(1), ["version": Version.current])]
    },
    Metric(
      MetricFamily("process_cpu_seconds", .counter, unit: "seconds", "Processor time in user and kernel mode")
    ) { number($0.process.processorSeconds) },
    Metric(
      MetricFamily("process_resident_memory_bytes", .gauge, unit: "bytes", "Memory that is in RAM")
    ) { number($0.process.residentBytes) },
    Metric(
      MetricFamily("process_virtual_memory_bytes", .gauge, unit: "bytes", "Memory that is addressed")
    ) { number($0.process.virtualBytes) },
    Metric(MetricFamily("process_open_fds", .gauge, "Open files, each connection among them")) {
      number($0.process.openFiles)
    },
    Metric(MetricFamily("process_max_fds", .gauge, "Files that may be open")) {
      number($0.maximumFiles)
    },
    Metric(MetricFamily("process_threads", .gauge, "Threads")) { number($0.process.threads) },
    Metric(
      MetricFamily("process_start_time_seconds", .gauge, unit: "seconds", "When the process began, since 1970")
    ) { number($0.process.startedAt) },
  ]

  private static func number(_ figure: Double?) -> [MetricSample] { figure.map { [MetricSample(.number($0))] } ?? [] }
}
