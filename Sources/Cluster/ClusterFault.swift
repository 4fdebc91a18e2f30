import Directory

/// What a server of a cluster does wrong. The checker of histories (clients/cluster) is shown to find each of these. Every server but those
/// of such a run is made with `none`.
package struct ClusterFault: Sendable {
  /// The statement that keeps a batch, made of the right one.
  private(set) var batch: @Sendable (String) -> String = { $0 }
  /// The statement that renews a lease, made of the right one.
  private(set) var renewal: @Sendable (String) -> String = { $0 }
  /// How long this server trusts in a lease that it has renewed, made of the right time, in ticks.
  private(set) var trust: @Sendable (Int64) -> Int64 = { $0 }
  /// Whether clients are answered only when what they are told is kept.
  private(set) var areRowsAwaited = true

  /// Whether the answer to a redemption that another server has relayed is made and kept, and never given.
  private(set) var holdsRelayedRedemptions = false

  package static let none = ClusterFault()

  #if DEBUG
    /// The fault of that name: `fence`, `lease`, `wait`, `single-use` or `hold`. Nil for another name.
    package init?(named name: String) {
      switch name {
      case "fence": batch = Self.unfenced
      case "lease":
        batch = Self.unfenced
        renewal = { "WITH renewed AS (\($0)) SELECT (extract(epoch FROM clock_timestamp()) * 10000000)::bigint" }
        // A hundred years.
        trust = { _ in 36_500 * 86_400 * 10_000_000 }
      case "wait": areRowsAwaited = false
      case "hold": holdsRelayedRedemptions = true
      case "single-use":
        let code = ReplicatedTable.all.first { $0.name == "code" }?.kind ?? 0
        batch = Self.changing { $0.hasSuffix("SET image = excluded.image") ? $0 + " WHERE row.kind <> \(code)" : $0 }
      default: return nil
      }
    }

    /// Batches are kept whether this server has its lease or not: the statement is not fenced, all else is as it should be.
    private static let unfenced = changing {
      $0.hasPrefix("WITH lease AS") ? "WITH lease AS MATERIALIZED (SELECT 1)," : $0
    }

    private static func changing(_ line: @escaping @Sendable (String) -> String) -> @Sendable (String) -> String {
      { $0.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n") }
    }
  #endif

  private init() {}
}
