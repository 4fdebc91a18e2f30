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

  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
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
    exchange.refusal = refusal
    var fields = CommonFields.unkept(call, exchange)
    for field in crossOriginFields(for: call) { fields.append(field.name, field.value) }
    return JSONAnswer.refusal(refusal, call, exchange, fields: fields)
  }
}
