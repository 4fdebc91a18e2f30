import Dispatch
import Synchronization

/// Runs work that waits for other servers, each piece on its own queue. At most `places` pieces run at one time; the
/// others wait in the order in which they came.
final class FetchLine: Sendable {
  private struct State {
    var running = 0
    var waiting: [@Sendable () -> Void] = []
  }

  static let places = 4

  private let state = Mutex(State())

  func add(_ work: @escaping @Sendable () -> Void) {
    let hasPlace = state.withLock { state in
      guard state.running < Self.places else {
        state.waiting.append(work)
        return false
      }
      state.running += 1
      return true
    }
    if hasPlace { start(work) }
  }

  private func start(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue(label: "mockidp.documents").async { [self] in
      work()
      let next = state.withLock { state -> (@Sendable () -> Void)? in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        state.running -= 1
        return nil
      }
      if let next { start(next) }
    }
  }
}
