import HTTPWire
import Worlds

/// Answers a path that begins with no version, on a host that serves Graph alone.
struct UnknownVersionEndpoint: Endpoint {
  let name = EndpointName.graph
  let version: String

  func crossOriginFields(for call: Call) -> HTTPFields { GraphAnswer.crossOriginFields(call) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try GraphAnswer.answering(call, &exchange) { exchange in
      try call.world.consultRules(&exchange)
      throw GraphError.invalidVersion(version)
    }
  }
}
