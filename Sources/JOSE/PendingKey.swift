import Crypto
import Dispatch
import Synchronization

/// A key that the ring may still be making.
final class PendingKey: Sendable {
  private let result = Mutex<Result<SigningKey, CryptoError>?>(nil)
  private let made = DispatchGroup()

  init() { made.enter() }

  init(_ key: SigningKey) { result.withLock { $0 = .success(key) } }

  /// Sets the result and ends the wait of every caller. The ring calls it once.
  func fill(_ value: Result<SigningKey, CryptoError>) {
    result.withLock { $0 = value }
    made.leave()
  }

  /// The key. Blocks the thread until `fill` is called.
  func wait() throws(CryptoError) -> SigningKey {
    if let result = result.withLock({ $0 }) { return try result.get() }
    made.wait()
    guard let result = result.withLock({ $0 }) else { throw CryptoError("make a signing key") }
    return try result.get()
  }
}
