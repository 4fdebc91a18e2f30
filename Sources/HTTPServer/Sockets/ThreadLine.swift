import Platform
import Synchronization

/// Runs work that waits, such as for a resolver or for another server, on threads of its own. At most `places` pieces run
/// at one time; the others wait in the order in which they came.
///
/// A thread ends when nothing waits any more, so a line that is not used costs nothing.
package final class ThreadLine: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
    /// How many of `waiting` have begun.
    var begun = 0

    mutating func next() -> (@Sendable () -> Void)? {
      guard begun < waiting.count else {
        waiting = []
        begun = 0
        return nil
      }
      defer { begun += 1 }
      return waiting[begun]
    }
  }

  private let places: Int
  private let maximumWaiting: Int
  private let state = Mutex(State())

  /// `maximumWaiting` is how many pieces may wait for a place.
  package init(places: Int, maximumWaiting: Int = .max) {
    self.places = places
    self.maximumWaiting = maximumWaiting
  }

  /// Adds a piece of work at the end of the line.
  ///
  /// - Returns: false when too much waits already; the work does not run then. Work that has a limit of time needs it
  ///   outside the line: a system that grants no further thread makes all of it wait.
  @discardableResult package func add(_ work: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, needsThread) = state.withLock { state in
      guard state.waiting.count - state.begun < maximumWaiting else { return (false, false) }
      state.waiting.append(work)
      guard state.running < places else { return (true, false) }
      state.running += 1
      return (true, true)
    }
    if needsThread, !OwnThread.start({ self.run() }) { state.withLock { $0.running -= 1 } }
    return isTaken
  }

  private func run() {
    while let work = state.withLock({ state in
      let work = state.next()
      if work == nil { state.running -= 1 }
      return work
    }) {
      work()
    }
  }
}
