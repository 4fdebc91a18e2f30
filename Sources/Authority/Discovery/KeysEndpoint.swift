import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Scenarios

/// `GET /{tenant}/discovery/v2.0/keys`, and without issuers `/{tenant}/discovery/keys` of v1.0: the keys that tokens of this tenant verify with (RFC 7517 §5).
struct KeysEndpoint: Endpoint {
  let name = EndpointName.keys
  let tenant: String
  var isLegacy = false

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let fields = CommonFields.metadata(call, exchange)
    let segment: TenantSegment
    do throws(Refusal) {
      segment = try TenantSegment(tenant, in: call.world.directory)
    } catch {
      let refusal = error.kind == .tenantNotFound ? Refusal.tenantNotFoundAtDiscovery(tenant) : error
      exchange.refusal = refusal
      var fields = fields
      fields.set("Cache-Control", "private")
      return JSONAnswer.refusal(refusal, call, exchange, fields: fields)
    }
    let served = try call.world.keys.published(for: Self.audience(of: segment), as: exchange.shape.keys)
    var facts = ["keys", isLegacy ? "v1.0" : segment.spelling, call.origin.login, call.origin.cloud.instanceName]
    facts += served.map(\.key.id)
    let body = call.world.documents.body(of: facts) { document(of: served, segment, call.origin).serialized }
    return JSONAnswer.make(body, fields: fields)
  }

  private func document(of served: [KeyRing.PublishedKey], _ segment: TenantSegment, _ origin: Origin) -> JSONValue {
    let keys = served.map { published -> JSONValue in
      if isLegacy { return published.key.jwk() }
      return published.key.jwk(
        issuer: published.isPersonal
          ? origin.issuer.v2(WellKnown.personalTenant)
          : OpenIDConfigurationEndpoint.issuer(segment, origin: origin),
        cloudInstanceName: origin.cloud.instanceName)
    }
    return ["keys": .array(keys)]
  }

  private static func audience(of segment: TenantSegment) -> KeyRing.Audience {
    switch segment {
    case .common: .everyone
    case .consumers: .personal
    case .organizations, .tenant: .work
    }
  }
}

extension KeyRing {
  /// As `published(for:)`, or what a rule wants in its place.
  fileprivate func published(for audience: Audience, as served: ServedKeys?) throws(CryptoError) -> [PublishedKey] {
    switch served {
    case nil: return try published(for: audience)
    case .some(.none): return []
    case .stale:
      let retired = try keys.retired?.id
      return try published(for: audience).filter { $0.key.id == retired }
    }
  }
}
