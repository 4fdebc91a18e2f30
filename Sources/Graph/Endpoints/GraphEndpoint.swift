import HTTPWire
import Scenarios

/// A place of Microsoft Graph: what it refuses becomes an error body, and browsers may ask first.
protocol GraphEndpoint: Endpoint {
  /// Answers the call. A `GraphError` is what the client is told; anything else is a failure of the service.
  func answer(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse
}

extension GraphEndpoint {
  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    if let preflight = GraphAnswer.preflight(call, exchange) { return preflight }
    do {
      let response = try answer(to: call, &exchange)
      exchange.note(.resourceServed)
      return response
    } catch let error as GraphError {
      return GraphAnswer.refusal(error, call, &exchange)
    }
  }
}
