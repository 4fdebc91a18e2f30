import Platform
import Synchronization
import Time

/// Renews the token in a file before it ends, on a thread of its own, as a cluster renews a projected volume (Kubernetes:
/// "Configure Service Accounts for Pods").
final class PodTokenKeeper: Sendable {
  private let isWanted = Mutex(true)

  /// Looks at the clock five times a second, since a test may move it.
  private static let step: UInt32 = 200_000

  /// `renew` is called when four fifths of the token's life are over.
  init(lifetime: Duration, clock: any WallClock, renew: @escaping @Sendable () -> Void) {
    _ = OwnThread.start { [weak self] in
      var next = clock.now + lifetime * 4 / 5
      while true {
        usleep(Self.step)
        guard let self else { return }
        guard clock.now >= next else { continue }
        // Under the lock, so that nothing is written after `end`.
        let goesOn = isWanted.withLock { isWanted in
          if isWanted { renew() }
          return isWanted
        }
        guard goesOn else { return }
        next = clock.now + lifetime * 4 / 5
      }
    }
  }

  /// Nothing is renewed any more when it returns.
  func end() { isWanted.withLock { $0 = false } }
}
