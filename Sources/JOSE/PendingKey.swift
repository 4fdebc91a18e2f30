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
  /// What becomes of the key at this place. Nil: it stays as it was made.
  private let finish: KeyRing.Finisher?

  init(isFirst: Bool = false, finish: KeyRing.Finisher? = nil) {
    self.isFirst = isFirst
    self.finish = finish
    state = Mutex(State())
  }

  init(_ key: SigningKey) {
    isFirst = true
    finish = nil
    state = Mutex(State(result: .success(key)))
  }

  /// Sets the result, then calls who waits for it, in the order in which they came. `KeyWorks` calls it once.
  func fill(_ value: Result<SigningKey, CryptoError>) {
    let value = finished(value)
    let waiting = state.withLock { state in
      state.result = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for body in waiting { body() }
  }

  private func finished(_ value: Result<SigningKey, CryptoError>) -> Result<SigningKey, CryptoError> {
    guard let finish, case .success(let key) = value else { return value }
    do throws(CryptoError) { return .success(try finish(key)) } catch { return .failure(error) }
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
