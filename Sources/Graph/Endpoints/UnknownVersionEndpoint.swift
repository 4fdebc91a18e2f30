import HTTPWire
import Policy
import Worlds

/// Answers a path that begins with no version, on a host that serves Graph alone.
struct UnknownVersionEndpoint: Endpoint {
  let name = EndpointName.graph
  let version: String

  func crossOriginFields(for call: Call) -> HTTPFields { GraphAnswer.crossOriginFields(call) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let preflight = GraphAnswer.preflight(call, exchange) { return preflight }
    do {
      try call.world.consultRules(&exchange)
    } catch let challenge as ClaimsChallenge {
      return GraphAnswer.refusal(.demanding(challenge.claims), call, &exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      return GraphAnswer.refusal(GraphError(refusal), call, &exchange)
    }
    return GraphAnswer.refusal(.invalidVersion(version), call, &exchange)
  }
}
