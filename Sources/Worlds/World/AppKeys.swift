package import Crypto
package import Directory
package import JOSE
import Synchronization

/// The signing keys of apps, as they were last read from their PEM texts. To read one takes longer than to sign with it.
package final class AppKeys: Sendable {
  /// An app whose key is replaced leaves the old one behind, so the keys are forgotten now and then.
  private static let capacity = 64

  private let keys = Mutex<[AppSigningKey: SigningKey]>([:])
  /// By the thumbprints of the certificates.
  private let samlKeys = Mutex<[String: SigningKey]>([:])

  /// The key, ready to sign.
  /// - Throws: `CryptoError` when the stored text is damaged.
  package func key(_ key: AppSigningKey) throws(CryptoError) -> SigningKey {
    if let known = keys.withLock({ $0[key] }) { return known }
    let made = try SigningKey(pem: key.pem)
    keys.withLock { keys in
      if keys.count >= Self.capacity { keys = [:] }
      keys[key] = made
    }
    return made
  }

  /// The key of a SAML certificate, ready to sign.
  /// - Throws: `CryptoError` when the stored text is damaged.
  package func key(_ certificate: SAMLCertificate) throws(CryptoError) -> SigningKey {
    if let known = samlKeys.withLock({ $0[certificate.thumbprint] }) { return known }
    let made = try SigningKey(pem: certificate.pem)
    samlKeys.withLock { keys in
      if keys.count >= Self.capacity { keys = [:] }
      keys[certificate.thumbprint] = made
    }
    return made
  }
}

extension World {
  /// The key that signs the tokens for an app: the app's own when it has one, else the tenant's.
  /// - Throws: why there is no key.
  package func signingKey(for app: Application, in tenant: Tenant) throws(CryptoError) -> SigningKey {
    if tenant.kind == .personal { return try keys.personal }
    if let own = app.signingKey(at: now) { return try appKeys.key(own) }
    return try keys.current
  }

  /// The key of that `kid` that may have signed a token for an app: one of the published keys, or the app's own. Nil when there is none.
  package func verificationKey(id: String, for app: Application?) -> SigningKey? {
    if let own = app?.signingKey(at: now), own.id == id { return try? appKeys.key(own) }
    return keys.published(id: id)
  }
}
