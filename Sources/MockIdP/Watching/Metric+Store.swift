import Directory
import Metrics
import Scenarios

extension Metric {
  static let worlds: [Metric] = [
    Metric(
      MetricFamily("mockidp_worlds", .gauge, "Worlds, the default one among them"),
      labels: ["state": "`awake` with its directory in memory, `asleep` without"]
    ) {
      [
        MetricSample(.number(Double($0.worlds.awake)), ["state": "awake"]),
        MetricSample(.number(Double($0.worlds.asleep)), ["state": "asleep"]),
      ]
    },
    Metric(MetricFamily("mockidp_worlds_limit", .gauge, "Worlds that there may be beside the default one")) {
      [MetricSample(.number(Double($0.parts.worlds.limits.maximumCount)))]
    },
    Metric(MetricFamily("mockidp_journal_exchanges", .gauge, "Exchanges that the journals of all worlds hold")) {
      [MetricSample(.number(Double($0.worlds.exchanges)))]
    },
  ]

  static let store: [Metric] = [
    Metric(
      MetricFamily("mockidp_store_rows", .gauge, "Rows of the store, of all worlds"),
      labels: ["kind": "the [tables of the store](architecture.md#the-store), such as `session` and `refresh_token`"]
    ) {
      ($0.store?.rows ?? []).map { MetricSample(.number(Double($0.count)), ["kind": $0.kind.rawValue]) }
    },
    Metric(
      MetricFamily(
        "mockidp_store_size_bytes", .gauge, unit: "bytes", "Size of the store, without a log beside its file")
    ) {
      $0.store.map { [MetricSample(.number(Double($0.bytes)))] } ?? []
    },
  ]
}
