import HTTPWire
import Scenarios

/// Answers the methods that an endpoint does not have: a browser's preflight, and 405 for the rest.
struct OtherMethodEndpoint: Endpoint {
  let name: EndpointName
  let methods: [String]

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    var fields = CommonFields.metadata(call, exchange)
    guard call.request.method == "OPTIONS" else {
      fields.set("Allow", (methods + ["OPTIONS"]).joined(separator: ", "))
      return HTTPResponse(status: 405, fields: fields)
    }
    // HEAD goes without saying, as the service leaves it out (observed).
    let named = methods.filter { $0 != "HEAD" } + ["OPTIONS"]
    fields.set("Access-Control-Allow-Methods", named.joined(separator: ", "))
    if let wanted = call.request.fields["Access-Control-Request-Headers"] {
      fields.set("Access-Control-Allow-Headers", wanted)
    }
    return HTTPResponse(status: 200, fields: fields)
  }
}
