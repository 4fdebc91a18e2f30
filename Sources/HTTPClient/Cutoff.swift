import Glibc
import Synchronization

/// Ends what a client waits for, from another thread: every byte that it waits for after that is an error. An address that is being
/// looked up is waited for to its end.
package final class Cutoff: Sendable {
  private struct State {
    var hasPassed = false
    /// The sockets of the client that are open.
    var sockets: Set<Int32> = []
  }

  private let state = Mutex(State())

  package init() {}

  package func cut() {
    state.withLock { state in
      state.hasPassed = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  var hasPassed: Bool { state.withLock { $0.hasPassed } }

  func add(_ socket: Int32) {
    state.withLock { state in
      state.sockets.insert(socket)
      if state.hasPassed { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Closes within the lock: the number may belong to another socket right after.
  func close(_ socket: Int32) {
    state.withLock { state in
      state.sockets.remove(socket)
      _ = Glibc.close(socket)
    }
  }
}
