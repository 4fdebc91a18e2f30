import Bytes
package import Crypto
package import Time

/// The key that signs the tokens for one app, in the place of the keys that all apps of a tenant share (Microsoft: "Customize claims issued
/// in the JSON web token", configure a custom signing key). The app that reads the tokens finds it with `?appid=` in the discovery document.
package struct AppSigningKey: Sendable, Hashable, Codable {
  /// The private key and its certificate, as one PEM text.
  package let pem: String
  /// `kid` of the tokens: the SHA-1 thumbprint of the certificate in base64url.
  package let id: String
  /// The first and the last moment of the certificate. Outside of them the app is without a key of its own.
  package let startsAt: UnixTime
  package let endsAt: UnixTime

  /// Takes a private key and its certificate out of one PEM text.
  /// - Throws: `CryptoError` when one of the two is missing, when they do not belong together, or when the key is not RSA.
  package init(pem: String) throws(CryptoError) {
    let certificate = try Certificate.pem(pem)
    let key = try PrivateKey.pem(pem)
    guard key.publicKey.modulus != nil, certificate.belongs(to: key) else {
      throw CryptoError("use a signing key", reasons: ["the key is not RSA or not the certificate's"])
    }
    self.pem = pem
    id = Base64.encodeURL(certificate.sha1Thumbprint)
    startsAt = certificate.notBefore
    endsAt = certificate.notAfter
  }

  /// The published key of every app whose scenario only says that it has one.
  package static func development() throws(CryptoError) -> AppSigningKey { try AppSigningKey(pem: developmentPEM) }

  /// Whether this is the published key.
  package var isDevelopment: Bool { pem == Self.developmentPEM }
}

extension Application {
  /// The app's own signing key, when it has one that is valid at that moment. Microsoft's own apps have none.
  package func signingKey(at now: UnixTime) -> AppSigningKey? {
    guard !isFirstParty, let key = signingKey, key.startsAt <= now, now <= key.endsAt else { return nil }
    return key
  }

  /// Whether tokens for the app leave out `email` when the user's tenant has not verified the domain of the address. It is so for apps that
  /// accounts of other tenants may use, unless the registration says otherwise (Microsoft: "Migrate away from using email claims").
  package var removesUnverifiedEmail: Bool { removesUnverifiedEmailClaim ?? audience.admitsOtherTenants }
}
