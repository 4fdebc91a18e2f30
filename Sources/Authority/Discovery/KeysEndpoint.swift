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
    let keys = served.map { published -> JSONValue in
      if isLegacy { return published.key.jwk() }
      return published.key.jwk(
        issuer: published.isPersonal
          ? call.origin.issuer.v2(WellKnown.personalTenant)
          : OpenIDConfigurationEndpoint.issuer(segment, origin: call.origin),
        cloudInstanceName: "microsoftonline.com")
    }
    return JSONAnswer.make(["keys": .array(keys)], fields: fields)
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
