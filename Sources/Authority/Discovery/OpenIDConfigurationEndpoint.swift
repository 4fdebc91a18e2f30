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
    let configuration = OpenIDConfiguration(segment, asked: tenant, origin: call.origin, appID: call.query?["appid"])
    return JSONAnswer.make(
      call.world.documents.body(of: configuration))
  }
}
