import HTTPWire
import Worlds

/// A path that this server does not serve and that a rule names, so that a test can give it an answer. Without an answer
/// from a rule it is 404, as every other unserved path.
struct UnservedPathEndpoint: Endpoint {
  let name = EndpointName.unknown
  let answers = AnswerKind.nothing

  /// Nobody knows who may read what a test puts there, so scripts of any origin may.
  func crossOriginFields(for call: Call) -> HTTPFields {
    guard let origin = call.request.fields["Origin"] else { return [:] }
    return ["Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": "*"]
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let request = call.request
    var fields = crossOriginFields(for: call)
    guard request.method == "OPTIONS", let method = request.fields["Access-Control-Request-Method"] else {
      return HTTPResponse(status: 404, fields: fields)
    }
    fields.set("Access-Control-Allow-Methods", method)
    if let names = request.fields["Access-Control-Request-Headers"] {
      fields.set("Access-Control-Allow-Headers", names)
    }
    return HTTPResponse(status: 200, fields: fields)
  }
}
