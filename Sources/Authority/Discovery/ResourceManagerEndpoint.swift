import Bytes
import Directory
import HTTPWire
import JOSE
import JSON
import Worlds

/// `GET /tenants` and `/subscriptions` of Resource Manager, which is all that a sign-in of Azure CLI asks for: the tenant that issued the
/// caller's token, and no subscriptions. The token is read and not checked, since nothing here is worth protecting.
struct ResourceManagerEndpoint: Endpoint {
  let name = EndpointName.discovery
  /// Whether the tenants are asked for.
  let listsTenants: Bool

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let tenants = listsTenants ? tenant(of: call).map { [Self.shown($0)] } ?? [] : []
    exchange.because("→ 200 \(tenants.count) tenants: there is nothing else of Resource Manager here")
    return JSONAnswer.make(["value": .array(tenants)])
  }

  private func tenant(of call: Call) -> Tenant? {
    let words = (call.request.fields["Authorization"] ?? "").split(separator: " ")
    guard let text = words.last, let token = try? JWS.parse(String(text)),
      let id = token.payload["tid"]?.string.flatMap({ Tenant.ID($0) })
    else { return nil }
    return call.world.directory.tenants[id]
  }

  private static func shown(_ tenant: Tenant) -> JSONValue {
    [
      "id": "/tenants/\(tenant.id)", "tenantId": "\(tenant.id)", "countryCode": "DE",
      "displayName": .string(tenant.displayName), "domains": .strings(tenant.domains), "tenantCategory": "Home",
      "defaultDomain": .string(tenant.defaultDomain), "tenantType": "AAD",
    ]
  }
}
