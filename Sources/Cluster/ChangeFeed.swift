import PostgreSQL
import Synchronization

/// What has changed among the worlds, read and entered by one caller at a time.
///
/// Of two that read at once, the one that has read first could enter last otherwise: a world that had ended by the first reading and was made anew
/// by the second would be gone here for good.
final class ChangeFeed: Sendable {
  /// Returns the place up to which it has read. Nil: nothing was new.
  typealias Step = (_ since: Int64) throws(PostgreSQLError) -> Int64?

  /// The place in the changes up to which they are known.
  private let known = Mutex<Int64>(0)
  private let beginsAnew = Atomic(false)

  /// Reads and enters what comes after the place that `step` is given. It may wait, and other callers wait for it.
  func follow(_ step: Step) throws(PostgreSQLError) {
    try known.withLock { known throws(PostgreSQLError) in try advance(&known, step) }
  }

  /// As `follow`, but does nothing when another caller is at it.
  func followUnlessBusy(_ step: Step) throws(PostgreSQLError) {
    _ = try known.withLockIfAvailable { known throws(PostgreSQLError) in try advance(&known, step) }
  }

  /// Who reads next begins at the beginning.
  func beginAnew() { beginsAnew.store(true, ordering: .sequentiallyConsistent) }

  private func advance(_ known: inout Int64, _ step: Step) throws(PostgreSQLError) {
    // When nothing can be read now, the next one begins there.
    if beginsAnew.exchange(false, ordering: .sequentiallyConsistent) { known = 0 }
    if let place = try step(known) { known = max(known, place) }
  }
}
