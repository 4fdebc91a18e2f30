import HTTPWire
import JSON
import Worlds

/// `GET /tenants` and `/subscriptions` of Resource Manager: empty lists, which is all that a sign-in of Azure CLI asks for. The token is
/// not looked at.
struct ResourceManagerEndpoint: Endpoint {
  let name = EndpointName.discovery

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    exchange.because("→ 200 an empty list: there is nothing of Resource Manager here")
    return JSONAnswer.make(["value": []], fields: CommonFields.metadata(call, exchange))
  }
}
