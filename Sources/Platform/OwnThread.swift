import CPlatform

/// A thread outside Dispatch's pool.
///
/// The event loops take their threads from the pool, which has a limit. Work that waits in it for a resolver, a signal or
/// another server takes a thread away from them, and enough of it would stop the whole program.
package enum OwnThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which ends with it.
  ///
  /// - Returns: false when the system grants no further thread; `body` does not run then.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    let error = mockidp_start_thread(
      { pointer in
        if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      work.release()
      return false
    }
    return true
  }

  /// Gives the calling thread the lowest priority for good, so that it runs when the processors have time. The thread must
  /// be its owner's alone.
  package static func giveWay() { mockidp_give_way() }

  /// How many processors the machine has; 1 when it does not tell.
  package static var processors: Int { max(1, mockidp_processors()) }
}
