import Bytes
package import HTTPWire
import Policy
package import Worlds

/// An endpoint with the rules around it, so that a rule can replace every answer. Some requests are refused before
/// the endpoint consults the rules, and some endpoints never do; then the rules are consulted afterwards, with what
/// is known of the request. Preflights of browsers are not requests of an app, so no rule counts them.
package struct RuledEndpoint: Endpoint {
  private let endpoint: any Endpoint
  package var name: EndpointName { endpoint.name }

  package init(_ endpoint: any Endpoint) { self.endpoint = endpoint }

  package func crossOriginFields(for call: Call) -> HTTPFields { endpoint.crossOriginFields(for: call) }

  package func mayWait(for call: Call) -> Bool { endpoint.mayWait(for: call) }

  package var answers: AnswerKind { endpoint.answers }

  /// The answer with what every answer of its kind has.
  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    exchange.answers = endpoint.answers
    do {
      var response = try answer(to: call, &exchange)
      CommonFields.complete(&response, of: endpoint.answers, call, exchange)
      return response
    } catch let replaced as ReplacedAnswer where endpoint.name != .unknown && endpoint.answers != .own {
      var response = replaced.replacement.response(beginning: crossOriginFields(for: call))
      // The service's gateway says it in plain words (observed: MSAL for .NET 2855 of 2021).
      if response.status == 429, response.body.isEmpty { response.body = JSONAnswer.tooMany }
      CommonFields.complete(&response, of: .gateway, call, exchange)
      return response
    }
  }

  private func answer(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let response: HTTPResponse
    do {
      response = try exchange.refusingStoreTrouble { exchange in try endpoint.respond(to: call, &exchange) }
    } catch let refusal as Refusal {
      return answer(refusal, call, &exchange)
    }
    guard !exchange.hasConsultedRules, call.request.method != "OPTIONS" else { return response }
    // The endpoint has only refused, so nothing has to be undone when a rule replaces its answer.
    let (events, refusal) = (exchange.events, exchange.refusal)
    exchange.events = []
    exchange.refusal = nil
    do {
      try call.world.consultRules(&exchange)
    } catch let refusal as Refusal {
      return answer(refusal, call, &exchange)
    }
    exchange.events = events
    exchange.refusal = refusal
    return response
  }

  /// A page for a browser, JSON for other clients.
  private func answer(_ refusal: Refusal, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    guard call.request.fields["Accept"]?.firstPlace(of: "text/html") == nil else {
      return PageAnswer.refusal(refusal, call, &exchange)
    }
    exchange.explain(refusal, in: call.world.directory)
    exchange.refusal = refusal
    return JSONAnswer.refusal(refusal, call, exchange, fields: crossOriginFields(for: call))
  }
}
