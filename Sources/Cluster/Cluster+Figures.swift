import Synchronization

extension Cluster {
  /// What a cluster looks like from one of its servers, at one moment.
  package struct Figures: Sendable {
    package let replicas: Int
    package let holdsLeases: Bool
    package let ownedWorlds: Int
    package let rowsWaiting: Int
    package let batches: Int
    package let rows: Int
  }

  package var figures: Figures {
    let counts = shards.map(\.batches.counts)
    let owned = state.withLock { state in
      state.tenures.values.count { tenure in
        switch tenure {
        case .mine, .leaving: true
        case .other, .ended: false
        }
      }
    }
    return Figures(
      replicas: shards.first?.replicas.count ?? 0, holdsLeases: holdsLeases, ownedWorlds: owned,
      rowsWaiting: counts.reduce(0) { $0 + $1.waiting }, batches: counts.reduce(0) { $0 + Int(clamping: $1.batches) },
      rows: counts.reduce(0) { $0 + Int(clamping: $1.rows) })
  }

  /// Whether this server certainly has its lease in every database.
  package var holdsLeases: Bool { shards.allSatisfy(\.holdsLease) }

  /// The sentence for a server that is not ready because it does not.
  package static let awayFault = "the cluster's PostgreSQL does not answer"
}
