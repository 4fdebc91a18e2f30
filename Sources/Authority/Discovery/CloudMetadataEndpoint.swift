import Bytes
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /metadata/endpoints`: the addresses of a cloud, as Resource Manager tells them. Terraform's `metadata_host` leads here. Graph's
/// address is also the resource that tokens are asked for.
struct CloudMetadataEndpoint: Endpoint {
  let name = EndpointName.discovery

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let origin = call.origin
    let document: JSONObject = [
      "portal": .string(origin.login),
      "authentication": [
        "loginEndpoint": .string(origin.login),
        "audiences": ["https://management.core.windows.net/", "https://management.azure.com/"], "tenant": "common",
        "identityProvider": "AAD",
      ],
      "name": "AzureCloud", "suffixes": [:], "resourceManager": .string(origin.login),
      "microsoftGraphResourceId": .string(origin.graph),
    ]
    exchange.because("→ 200 the addresses of this server")
    // The newest version has one cloud, the older ones a list (Azure SDK for Go of HashiCorp, `metadata`).
    let isOne = call.query?.nonEmpty("api-version").map { $0 >= "2022" } ?? true
    return JSONAnswer.make(
      isOne ? .object(document) : [.object(document)])
  }
}
