import Bytes
import HTTPWire
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
    let configuration = OpenIDConfiguration(segment, asked: tenant, origin: call.origin, appID: call.query?["appid"])
    return JSONAnswer.make(
      call.world.documents.body(of: configuration))
  }
}
