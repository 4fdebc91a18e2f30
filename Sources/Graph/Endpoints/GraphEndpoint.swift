import Directory
import HTTPWire
import Policy
import Worlds

/// An endpoint of Microsoft Graph that needs an access token. A `GraphError` becomes an error body, and preflights of browsers are
/// answered.
protocol GraphEndpoint: Endpoint {
  /// The API that the token has to be for.
  var audience: Application.ID { get }

  /// Answers a call whose token passed the check.
  /// - Throws: a `GraphError` for the client. Any other error is a failure of the service.
  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse
}

extension GraphEndpoint {
  var audience: Application.ID { WellKnown.graph }

  func crossOriginFields(for call: Call) -> HTTPFields { GraphAnswer.crossOriginFields(call) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try GraphAnswer.answering(call, &exchange) { exchange in
      let token = try checkedToken(of: call, &exchange)
      return try exchange.refusingStoreTrouble { exchange in try answer(to: call, for: token, &exchange) }
    }
  }

  /// The token of the call. Rules come before the check, so that an outage also meets calls with a bad token.
  private func checkedToken(of call: Call, _ exchange: inout Exchange) throws -> GraphToken {
    do {
      let token = try BearerCheck.token(of: call, for: audience, &exchange)
      try call.world.consultRules(&exchange)
      return token
    } catch let error as GraphError {
      try call.world.consultRules(&exchange)
      throw error
    }
  }
}

extension GraphAnswer {
  /// Answers a browser's preflight, else as `body` says, with the error body of what it throws.
  static func answering(
    _ call: Call, _ exchange: inout Exchange, _ body: (inout Exchange) throws -> HTTPResponse
  ) throws -> HTTPResponse {
    if let preflight = preflight(call, exchange) { return preflight }
    do {
      let response = try body(&exchange)
      exchange.note(.resourceServed)
      return response
    } catch let error as GraphError {
      return refusal(error, call, &exchange)
    } catch let challenge as ClaimsChallenge {
      return refusal(.demanding(challenge.claims), call, &exchange)
    } catch let answer as ReplacedAnswer {
      guard let response = error(answer.replacement, call, exchange) else { throw answer }
      return response
    } catch let refused as Refusal {
      exchange.refusal = refused
      return refusal(GraphError(refused), call, &exchange)
    }
  }
}
