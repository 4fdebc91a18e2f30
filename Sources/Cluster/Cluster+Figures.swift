import Synchronization

extension Cluster {
  /// What a cluster looks like from one of its servers, at one moment.
  package struct Figures: Sendable {
    package let replicas: Int
    package let holdsLease: Bool
    package let ownedWorlds: Int
    package let rowsWaiting: Int
    package let batches: Int
    package let rows: Int
  }

  package var figures: Figures {
    let counts = shared.batches.counts
    let owned = state.withLock { state in
      state.ownerships.values.count { ownership in
        switch ownership {
        case .mine, .leaving: true
        case .other, .arriving, .ended: false
        }
      }
    }
    return Figures(
      replicas: shared.replicas.count, holdsLease: holdsLease, ownedWorlds: owned, rowsWaiting: counts.waiting,
      batches: Int(clamping: counts.batches), rows: Int(clamping: counts.rows))
  }

  /// Whether this server certainly has its lease.
  package var holdsLease: Bool { shared.holdsLease }

  /// The sentence for a server that is not ready because it does not.
  package static let awayFault = "the cluster's PostgreSQL does not answer"
}
