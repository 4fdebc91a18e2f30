import Authority
import Crypto
import Directory
import JOSE
import Policy
import Time
import Worlds
import XML

/// The names and the keys that the identity provider has for one app.
struct SAMLIdentity: Sendable {
  let party: SAMLApplication

  /// The issuer of Responses, which is the entity id of the metadata: a name that nobody dereferences, so it is the same under every name of
  /// this server.
  func entityID(_ origin: Origin) -> String {
    let service = Self.entityID(of: party.tenant, origin)
    switch party.settings.issuer {
    case .service: return service
    case .own: return "\(origin.login)/\(party.tenant.id)/"
    case .withApplication: return service + "\(party.application.id)"
    }
  }

  static func entityID(of tenant: Tenant, _ origin: Origin) -> String {
    "https://\(origin.cloud.legacyIssuerHost)/\(tenant.id)/"
  }

  /// The certificate that signs now. Nil: the tenant's key does.
  func activeCertificate(at now: UnixTime) -> SAMLCertificate? {
    party.application.samlCertificate(preferring: party.preferredThumbprint, at: now)
  }

  /// The key that signs now.
  ///
  /// - Throws: `CryptoError` when there is none.
  func key(_ call: Call) throws(CryptoError) -> SigningKey {
    if let certificate = activeCertificate(at: call.now) { return try call.world.appKeys.key(certificate) }
    return try call.world.signingKey(for: party.application, in: party.tenant)
  }

  var algorithm: XMLSignatureAlgorithm { party.settings.algorithm == .sha1 ? .rsaSHA1 : .rsaSHA256 }

  func signer(_ call: Call) throws(CryptoError) -> XMLSigner {
    let key = try key(call)
    return XMLSigner(key: key.privateKey, certificate: key.certificate, algorithm: algorithm)
  }

  /// Every certificate of the app in the order of the metadata; those of the tenant for an app without any.
  func certificates(_ call: Call) throws -> [Certificate] {
    let own = party.application.saml?.certificates ?? []
    guard !own.isEmpty else { return try call.world.keys.published(for: .work, as: nil, at: call.now).map(\.key.certificate) }
    let active = activeCertificate(at: call.now)?.thumbprint
    let sorted =
      switch party.settings.metadataOrder {
      case .activeFirst: own.filter { $0.thumbprint == active } + own.filter { $0.thumbprint != active }
      case .newestFirst: own.sorted { $0.startsAt > $1.startsAt }
      case .oldestFirst: own.sorted { $0.startsAt < $1.startsAt }
      }
    return try sorted.map { try $0.certificate() }
  }
}
