import Crypto
import Synchronization

/// A key that the ring may still be making.
final class PendingKey: Sendable {
  private let result: Mutex<Result<SigningKey, CryptoError>?>

  init() { result = Mutex(nil) }

  init(_ key: SigningKey) { result = Mutex(.success(key)) }

  /// Sets the result. The ring calls it once.
  func fill(_ value: Result<SigningKey, CryptoError>) { result.withLock { $0 = value } }

  /// Whether the ring has made the key, or has failed to.
  var isFilled: Bool { result.withLock { $0 != nil } }

  /// The key; nil while the ring makes it. It never waits.
  /// - Throws: why the key cannot be made.
  func made() throws(CryptoError) -> SigningKey? { try result.withLock { $0 }?.get() }
}
