import Metrics

#if CLUSTER
  import Cluster
  import HTTPServer
#endif

extension Metric {
  #if CLUSTER
    /// What a server among others has. A server that is alone leaves them out.
    static let cluster: [Metric] = [
      gauge("mockidp_cluster_replicas", "Servers of the cluster whose leases hold, this one among them") {
        $0.replicas
      },
      gauge("mockidp_cluster_lease_held", "1 while this server holds its lease, else 0") { $0.holdsLease ? 1 : 0 },
      gauge("mockidp_cluster_worlds_owned", "Worlds that this server owns") { $0.ownedWorlds },
      gauge("mockidp_cluster_rows_waiting", "Changed rows that PostgreSQL does not have yet") { $0.rowsWaiting },
      counter("mockidp_cluster_batches", "Statements that kept changed rows in PostgreSQL") { $0.batches },
      counter("mockidp_cluster_rows", "Changed rows that PostgreSQL has kept") { $0.rows },
      Metric(
        MetricFamily("mockidp_cluster_relays", .counter, "Requests given to the server that owns their world"),
        labels: [
          "result":
            "`answered`; `not_sent`: that server took nothing, so another one could be asked; `unanswered`: it may have"
        ]
      ) { scrape in
        guard scrape.parts.cluster != nil else { return [] }
        let relays = scrape.connections.relays
        return [
          MetricSample(.number(Double(relays.answered)), ["result": "answered"]),
          MetricSample(.number(Double(relays.notSent)), ["result": "not_sent"]),
          MetricSample(.number(Double(relays.unanswered)), ["result": "unanswered"]),
        ]
      },
      relay("mockidp_cluster_relays_taken", .counter, "Requests that other servers gave to this one") { $0.taken },
      relay("mockidp_cluster_relay_connections", .gauge, "Connections to other servers that are open") { $0.open },
    ]

    private static func relay(
      _ name: String, _ kind: MetricFamily.Kind, _ help: String, _ value: @escaping @Sendable (RelayFigures) -> Int
    ) -> Metric {
      Metric(MetricFamily(name, kind, help)) { scrape in
        scrape.parts.cluster == nil ? [] : [MetricSample(.number(Double(value(scrape.connections.relays))))]
      }
    }

    private static func gauge(_ name: String, _ help: String, _ value: @escaping @Sendable (Cluster.Figures) -> Int)
      -> Metric
    {
      Metric(MetricFamily(name, .gauge, help)) { scrape in
        scrape.parts.cluster.map { [MetricSample(.number(Double(value($0.figures))))] } ?? []
      }
    }

    private static func counter(_ name: String, _ help: String, _ value: @escaping @Sendable (Cluster.Figures) -> Int)
      -> Metric
    {
      Metric(MetricFamily(name, .counter, help)) { scrape in
        scrape.parts.cluster.map { [MetricSample(.number(Double(value($0.figures))))] } ?? []
      }
    }
  #else
    static let cluster: [Metric] = []
  #endif
}

extension ServerCondition {
  #if CLUSTER
    static let cluster: [ServerCondition] = [
      ServerCondition(
        name: "cluster", meaning: "PostgreSQL answers, and the server holds its lease, when it is one of several.",
        concerns: { $0.cluster != nil },
        fault: { parts in
          guard let cluster = parts.cluster, !cluster.holdsLease else { return nil }
          return Cluster.awayFault
        })
    ]
  #else
    static let cluster: [ServerCondition] = []
  #endif
}
