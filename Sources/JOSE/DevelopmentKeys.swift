package import Crypto
import Synchronization

/// Signing keys that are the same in every run, for runs that repeat to the byte. They are in the public source, so
/// anybody can sign with them.
package enum DevelopmentKeys {
  /// The four keys to start a ring with.
  package static func keys() throws(CryptoError) -> KeyRing.Keys {
    KeyRing.Keys(
      current: try SigningKey(pem: currentPEM), next: try SigningKey(pem: nextPEM),
      retired: try SigningKey(pem: retiredPEM), personal: try SigningKey(pem: personalPEM))
  }

  /// A ring with these keys. Its first two rotations use fixed keys too; later ones call `maker`.
  package static func ring(
    maker: @escaping @Sendable () throws(CryptoError) -> SigningKey
  ) throws(CryptoError) -> KeyRing {
    let spares = Spares()
    return KeyRing(try keys()) { () throws(CryptoError) in
      if let pem = spares.next() { try SigningKey(pem: pem) } else { try maker() }
    }
  }

  private final class Spares: Sendable {
    private let texts = Mutex([firstSparePEM, secondSparePEM])

    func next() -> String? { texts.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  }
}
