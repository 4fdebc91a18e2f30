import Bytes
package import Crypto
import Directory
import HTTPWire
package import JOSE
import Policy
package import Time
package import Worlds

/// `GET /{tenant}/discovery/v2.0/keys`, and `/{tenant}/discovery/keys` of v1.0, which names no issuers.
struct KeysEndpoint: Endpoint {
  let name = EndpointName.keys
  let tenant: String
  var isLegacy = false

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try RequestAdoption.takeIn(tenant: tenant, FormFields(), call, &exchange)
    let segment = try TenantSegment(ofMetadata: tenant, for: call)
    // Documents of v1.0 have no key of personal accounts (observed).
    let audience = isLegacy ? .work : Self.audience(of: segment)
    // A client that keeps this document finds both keys that sign in it, on a fresh home too.
    if audience == .everyone { _ = try? call.world.keys.personal }
    let wanted = exchange.shape.keys
    var served = try call.world.keys.published(for: audience, as: wanted, at: call.now)
    var hasPartner = audience != .personal && wanted != .stale && wanted != .some(.none) && !call.origin.isExternalID
    if audience != .personal, wanted == nil, let own = try ownKey(call) {
      served = [KeyRing.PublishedKey(key: own, isPersonal: false)]
      hasPartner = false
    }
    exchange.explainKeys()
    let keys =
      isLegacy
      ? KeySet(legacy: served, call.origin, hasPartner: hasPartner)
      : KeySet(served, segment, call.origin, hasPartner: hasPartner)
    return JSONAnswer.make(call.world.documents.body(of: keys))
  }

  /// The signing key of the app that the client asks for with `appid`: the document has it in the place of the others. Nil when the app has
  /// none (Microsoft: "Customize claims issued in the JSON web token", validate token signing key).
  private func ownKey(_ call: Call) throws(CryptoError) -> SigningKey? {
    let app = call.query?["appid"].flatMap { Application.ID($0) }.flatMap { call.world.directory.applications[$0] }
    return try app?.signingKey(at: call.now).map { key throws(CryptoError) in try call.world.appKeys.key(key) }
  }

  private static func audience(of segment: TenantSegment) -> KeyRing.Audience {
    switch segment {
    case .common: .everyone
    case .consumers: .personal
    case .organizations, .tenant: .work
    }
  }
}

extension Exchange {
  /// Tells what clients stumble over that know the keys of other issuers.
  package mutating func explainKeys() {
    explain(
      "these keys have no alg (RFC 7517, section 4.4, does not ask for it): take RS256 from the token's header; a kid that is not here is one "
        + "of a new key, so fetch the document again")
  }
}

extension KeyRing {
  /// The published keys, or what a rule serves in their place: no key, only the retired one, or those of before a rotation.
  package func published(
    for audience: Audience, as served: ServedKeys?, at now: UnixTime
  ) throws(CryptoError) -> [PublishedKey] {
    switch served {
    case nil: return try published(for: audience)
    case .some(.none): return []
    case .byTurns:
      if let former = try formerByTurns(for: audience, at: now) { return former }
      return try published(for: audience)
    case .stale:
      let retired = try retired?.id
      return try published(for: audience).filter { $0.key.id == retired }
    }
  }
}
