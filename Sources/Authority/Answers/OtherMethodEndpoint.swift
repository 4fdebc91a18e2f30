package import HTTPWire
package import Worlds

/// Answers the methods that an endpoint does not have: the preflight of a browser, and 405 for all others.
package struct OtherMethodEndpoint: Endpoint {
  package let name: EndpointName
  package let answers: AnswerKind
  /// The methods that the endpoint has.
  let methods: [String]

  package init(_ endpoint: any Endpoint, methods: [String]) {
    name = endpoint.name
    answers = endpoint.answers
    self.methods = methods
  }

  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    var fields = CommonFields.anyOrigin(at: call.origin)
    guard call.request.method == "OPTIONS" else {
      fields.set("Allow", (methods + ["OPTIONS"]).joined(separator: ", "))
      return HTTPResponse(status: 405, fields: fields)
    }
    // The service does not list HEAD (observed).
    let named = methods.filter { $0 != "HEAD" } + ["OPTIONS"]
    fields.set("Access-Control-Allow-Methods", named.joined(separator: ", "))
    if let wanted = call.request.fields["Access-Control-Request-Headers"] {
      fields.set("Access-Control-Allow-Headers", wanted)
    }
    return HTTPResponse(status: 200, fields: fields)
  }
}
