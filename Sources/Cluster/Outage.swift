import Dispatch
import HTTPServer
import Platform
import Synchronization
import Time

/// Finds out whether PostgreSQL is away for all servers, while it is for this one. Then nobody can have taken a world over, and what a server
/// knows may be told though its lease is over.
///
/// It has a thread of its own: that of `SharedDatabase` may wait for PostgreSQL meanwhile. The others are asked at the same time, so that some that do not
/// answer do not make the round too long.
final class Outage: Sendable {
  private let isAway: @Sendable (RelayPeer) -> Bool
  private let confirmed = Atomic<Int64>(0)

  /// How often the others are asked, in milliseconds, and how many at a time.
  private static let pause = 500
  private static let width = 16
  /// How long what they said counts. One that sees PostgreSQL again takes nothing over before its lease has held for as long as a lease lasts, so
  /// this must be less.
  private static let validity = SharedDatabase.leaseTime / 2

  init(_ isAway: @escaping @Sendable (RelayPeer) -> Bool) { self.isAway = isAway }

  /// The uptime, in ticks, until which it is sure.
  var confirmedUntil: Int64 { confirmed.load(ordering: .relaxed) }

  /// Asks from now on whenever this server's lease is over, until it stops.
  func watch(_ shared: SharedDatabase) {
    _ = OwnThread.start { [self] in
      let wake = DispatchSemaphore(value: 0)
      while !shared.isStopping {
        _ = wake.wait(timeout: .now() + .milliseconds(Self.pause))
        guard let lease = shared.lease, !shared.holdsLease else { continue }
        let began = ClusterClock.uptime
        guard areAllAway(shared.replicas.filter { $0.id != lease.id }.map(\.peer)) else { continue }
        confirmed.store(began + Self.validity, ordering: .relaxed)
      }
    }
  }

  /// Whether each of them says so. One that says otherwise, or nothing, ends the round.
  func areAllAway(_ peers: [RelayPeer]) -> Bool {
    guard !peers.isEmpty else { return true }
    let round = Mutex<(left: [RelayPeer], isSure: Bool)>((peers, true))
    let ends = DispatchSemaphore(value: 0)
    let ask: @Sendable () -> Void = { [isAway] in
      while let peer = round.withLock({ $0.isSure ? $0.left.popLast() : nil }) {
        if !isAway(peer) { round.withLock { $0.isSure = false } }
      }
      ends.signal()
    }
    let askers = min(peers.count, Self.width)
    for _ in 0..<askers where !OwnThread.start(ask) { ask() }
    for _ in 0..<askers { ends.wait() }
    return round.withLock { $0.isSure }
  }
}
