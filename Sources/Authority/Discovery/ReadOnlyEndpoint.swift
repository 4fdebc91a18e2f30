import HTTPWire
import Scenarios

/// A document that is only read: other methods are answered 405, and a browser that asks before it reads may send any field.
struct ReadOnlyEndpoint<Document: Endpoint>: Endpoint {
  private let document: Document

  var name: EndpointName { document.name }

  init(_ document: Document) { self.document = document }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    switch call.request.method {
    case "GET", "HEAD": return try document.respond(to: call, &exchange)
    case "OPTIONS":
      var fields = CommonFields.metadata(call, exchange)
      if let wanted = call.request.fields["Access-Control-Request-Headers"] {
        fields.set("Access-Control-Allow-Headers", wanted)
      }
      return HTTPResponse(status: 200, fields: fields)
    default: return HTTPResponse(status: 405, fields: ["Allow": "GET, HEAD, OPTIONS"])
    }
  }
}
