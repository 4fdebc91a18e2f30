import Directory
import HTTPServer
import JOSE
import Scenarios
import Synchronization

#if CLUSTER
  import Cluster
#endif

/// The parts of a running server that tell how it is: the rows of `Metric.all` and of `ServerCondition.all` look at these and at nothing
/// else. A feature that has figures or conditions of its own adds its part here, and its rows there.
struct ServerParts: Sendable {
  let worlds: WorldRegistry
  let database: Database
  let keys: KeyRing
  let watch: AnswerWatch
  let connections: ServerCounters
  /// Lines that the log could not write in time.
  let lostLines: (@Sendable () -> UInt64)?
  /// The same value for all who ask.
  let stopping: StopMark
  #if CLUSTER
    /// Nil: the server is alone.
    var cluster: Cluster?
  #endif
}

/// Whether the server has begun to stop.
final class StopMark: Sendable {
  private let isSet = Atomic(false)

  var hasBegun: Bool { isSet.load(ordering: .acquiring) }

  func begin() { isSet.store(true, ordering: .releasing) }
}
