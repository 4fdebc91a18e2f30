import HTTPWire
import Scenarios

/// What a host that is Graph's alone answers to a path that begins with no version.
struct UnknownVersionEndpoint: GraphEndpoint {
  let name = EndpointName.graph
  let version: String

  func answer(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    throw GraphError.invalidVersion(version)
  }
}
