import HTTPWire
import Policy
import Scenarios

/// A place of Microsoft Graph that wants an access token. What it refuses becomes an error body, and browsers may ask first.
protocol GraphEndpoint: Endpoint {
  /// Answers a call whose token was found good. A `GraphError` is what the client is told; anything else is a failure of
  /// the service.
  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse
}

extension GraphEndpoint {
  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let preflight = GraphAnswer.preflight(call, exchange) { return preflight }
    do {
      let token = try checkedToken(of: call, &exchange)
      let response = try exchange.refusingStoreTrouble { exchange in try answer(to: call, for: token, &exchange) }
      exchange.note(.resourceServed)
      return response
    } catch let error as GraphError {
      return GraphAnswer.refusal(error, call, &exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      return GraphAnswer.refusal(GraphError(refusal), call, &exchange)
    }
  }

  /// The token of the call. Rules come first, so that an outage meets calls with a bad token as well.
  private func checkedToken(of call: Call, _ exchange: inout Exchange) throws -> GraphToken {
    do {
      let token = try BearerCheck.token(of: call, &exchange)
      try call.world.consultRules(&exchange)
      return token
    } catch let error as GraphError {
      try call.world.consultRules(&exchange)
      throw error
    }
  }
}
