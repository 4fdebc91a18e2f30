import HTTPWire
import Policy
import Scenarios

/// An endpoint that tells everybody the same: the rules are asked before it answers, and a refusal they want is JSON.
struct MetadataEndpoint: Endpoint {
  private let endpoint: any Endpoint
  var name: EndpointName { endpoint.name }

  init(_ endpoint: any Endpoint) { self.endpoint = endpoint }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      try call.world.consultRules(&exchange)
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      var fields = CommonFields.metadata(call, exchange)
      fields.set("Cache-Control", "private")
      return JSONAnswer.refusal(refusal, call, exchange, fields: fields)
    }
    return try endpoint.respond(to: call, &exchange)
  }
}
