import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

/// `GET /{tenant}/v2.0/.well-known/openid-configuration` (OpenID Connect Discovery §4).
struct OpenIDConfigurationEndpoint: Endpoint {
  let name = EndpointName.discovery
  let tenant: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try RequestAdoption.takeIn(tenant: tenant, FormFields(), call, &exchange)
    let segment = try TenantSegment(ofMetadata: tenant, for: call)
    if segment == .common || segment == .organizations {
      exchange.explain(
        "the issuer of this document is a template, …/{tenantid}/v2.0: a client that compares it letter by letter refuses it; "
          + "name the tenant in the authority, or compare it with tid put in")
    }
    if segment == .consumers {
      exchange.explain(
        "the issuer of this document is that of the tenant of personal accounts, …/\(WellKnown.personalTenant)/v2.0, and not a template: "
          + "consumers is a name of this one tenant")
    }
    let configuration = OpenIDConfiguration(segment, asked: tenant, origin: call.origin, appID: call.query?["appid"])
    if case .tenant = segment {
      exchange.explain(issuer: configuration.issuer, ofDocumentAt: "\(call.origin.login)/\(tenant)/v2.0")
    }
    return JSONAnswer.make(
      call.world.documents.body(of: configuration))
  }
}

extension Exchange {
  /// Tells of an issuer that is not the address where its document was read: a client that wants both alike (OpenID Connect Discovery 1.0,
  /// section 4.3) refuses it and comes for nothing more.
  package mutating func explain(issuer: String, ofDocumentAt address: String) {
    guard !issuer.hasSameBytes(as: address) else { return }
    explain(
      "the issuer of this document is \(issuer), and the document was read below \(address): a client that wants both alike refuses it; "
        + "give it the issuer by itself, or an authority with the tenant's id")
  }
}
