import Dispatch
import Synchronization
package import Time

/// The time of the cluster's database, which all servers share. Their own clocks may differ by minutes: none is read, only the time
/// that has passed since PostgreSQL was last asked.
package final class ClusterClock: WallClock {
  /// What is to be added to the uptime, in ticks.
  private let offset = Atomic<Int64>(0)
  private let isSet = Atomic(false)

  /// A difference below this is the way to PostgreSQL and back, and no reason to let the time jump.
  private static let tolerance = 20 * UnixTime.ticksPerSecond / 1_000

  package init() {}

  package var now: UnixTime { UnixTime(ticks: Self.uptime + offset.load(ordering: .relaxed)) }

  /// Ticks since the machine started.
  static var uptime: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 100) }

  /// Takes the database's time over, which was read between these two moments of the uptime.
  func set(to time: Int64, between before: Int64, and after: Int64) {
    let found = time - (before + (after - before) / 2)
    let difference = found - offset.load(ordering: .relaxed)
    guard !isSet.load(ordering: .relaxed) || abs(difference) > max(Self.tolerance, after - before) else { return }
    offset.store(found, ordering: .relaxed)
    isSet.store(true, ordering: .relaxed)
  }
}
