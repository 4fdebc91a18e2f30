import HTTPWire
import Policy
import Scenarios

/// What a host that is Graph's alone answers to a path that begins with no version.
struct UnknownVersionEndpoint: Endpoint {
  let name = EndpointName.graph
  let version: String

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let preflight = GraphAnswer.preflight(call, exchange) { return preflight }
    do {
      try call.world.consultRules(&exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      return GraphAnswer.refusal(GraphError(refusal), call, &exchange)
    }
    return GraphAnswer.refusal(.invalidVersion(version), call, &exchange)
  }
}
