import Authority
import HTTPWire
import JSON
import Worlds

/// A path of the instance metadata service that it does not have. Libraries ask for `/metadata/identity/getplatformmetadata`, and learn by
/// 404 that the machine has the first version of the service (read in MSAL.NET).
struct MissingMetadataEndpoint: Endpoint {
  let name = EndpointName.machineMetadata

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    exchange.because("the instance metadata service has no such path → 404")
    return JSONAnswer.make(["error": "Not found"], status: 404, fields: InstanceMetadataEndpoint.server)
  }
}
