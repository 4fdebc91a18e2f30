import Crypto
import Synchronization

/// A key that the ring may still be making.
final class PendingKey: Sendable {
  private struct State {
    var result: Result<SigningKey, CryptoError>?
    var waiting: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>
  /// Whether the ring began with this place, so that no rotation ordered the key.
  let isFirst: Bool

  init(isFirst: Bool = false) {
    self.isFirst = isFirst
    state = Mutex(State())
  }

  init(_ key: SigningKey) {
    isFirst = true
    state = Mutex(State(result: .success(key)))
  }

  /// Sets the result, then calls who waits for it, in the order in which they came. `KeyWorks` calls it once.
  func fill(_ value: Result<SigningKey, CryptoError>) {
    let waiting = state.withLock { state in
      state.result = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body() }
  }

  /// Whether the key is made, or cannot be made.
  var isFilled: Bool { state.withLock { $0.result != nil } }

  /// Calls `body` when the key is made or cannot be made: at once when that is known already, else on the thread that
  /// made it. `body` must be short.
  func whenFilled(_ body: @escaping @Sendable () -> Void) {
    let isFilled = state.withLock { state in
      if state.result == nil { state.waiting.append(body) }
      return state.result != nil
    }
    if isFilled { body() }
  }

  /// The key; nil while it is being made. It never waits.
  /// - Throws: why the key cannot be made.
  func made() throws(CryptoError) -> SigningKey? { try state.withLock { $0.result }?.get() }
}
