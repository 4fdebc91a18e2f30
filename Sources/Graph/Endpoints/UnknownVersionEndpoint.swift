import HTTPWire
import Scenarios

/// What a host that is Graph's alone answers to a path that begins with no version.
struct UnknownVersionEndpoint: Endpoint {
  let name = EndpointName.graph
  let version: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    GraphAnswer.preflight(call, exchange) ?? GraphAnswer.refusal(.invalidVersion(version), call, &exchange)
  }
}
