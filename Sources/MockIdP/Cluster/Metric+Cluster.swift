import Metrics

#if CLUSTER
  import Cluster
#endif

extension Metric {
  #if CLUSTER
    /// What a server among others has. A server that is alone leaves them out.
    static let cluster: [Metric] = [
      gauge("mockidp_cluster_replicas", "Servers of the cluster whose leases hold, this one among them") {
        $0.replicas
      },
      gauge("mockidp_cluster_lease_held", "1 while this server holds its lease, else 0") { $0.holdsLeases ? 1 : 0 },
      gauge("mockidp_cluster_worlds_owned", "Worlds that this server owns") { $0.ownedWorlds },
      gauge("mockidp_cluster_rows_waiting", "Changed rows that PostgreSQL does not have yet") { $0.rowsWaiting },
      counter("mockidp_cluster_batches", "Statements that kept changed rows in PostgreSQL") { $0.batches },
      counter("mockidp_cluster_rows", "Changed rows that PostgreSQL has kept") { $0.rows },
    ]

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
        name: "cluster", meaning: "PostgreSQL answers, and the server holds its lease, when it is one of several."
      ) { parts in
        guard let cluster = parts.cluster, !cluster.holdsLeases else { return nil }
        return Cluster.awayFault
      }
    ]
  #else
    static let cluster: [ServerCondition] = []
  #endif
}
