import Platform
import Synchronization

/// Lets another thread end the waits of a client. After `cut`, every read and write of the client fails, and it opens
/// no new connection. A look-up of a name that has begun still runs to its end.
package final class Cutoff: Sendable {
  private struct State {
    var hasPassed = false
    /// The open sockets of the client.
    var sockets: Set<Int32> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Ends the waits now and for good. A second call does nothing more.
  package func cut() {
    state.withLock { state in
      state.hasPassed = true
      for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Whether `cut` was called.
  package var hasPassed: Bool { state.withLock { $0.hasPassed } }

  /// Puts a socket under this cutoff; a cutoff that has passed ends it at once.
  func add(_ socket: Int32) {
    state.withLock { state in
      state.sockets.insert(socket)
      if state.hasPassed { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Closes a socket. The lock is held for it, since the system may give the same number to another socket right
  /// after, and `cut` must not end that one.
  func close(_ socket: Int32) {
    state.withLock { state in
      state.sockets.remove(socket)
      _ = Platform.close(socket)
    }
  }
}
