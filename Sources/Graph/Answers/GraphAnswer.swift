import Bytes
import Challenges
import Crypto
import HTTPWire
import JOSE
import JSON
import Policy
import Time
import Worlds

/// Writes the answers of Microsoft Graph: bodies in ASCII, and the header fields that each kind of answer has
/// (observed).
enum GraphAnswer {
  /// An OData answer. `context` is the text after `$metadata#` in `@odata.context`.
  static func odata(_ members: JSONObject, context: String, version: String, _ call: Call, _ exchange: Exchange)
    -> HTTPResponse
  {
    var body: JSONObject = ["@odata.context": "\(call.origin.graph)/\(version)/$metadata#\(context)"]
    for member in members.members { body.append(member.name, member.value) }
    return success(
      200, "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8",
      JSONValue.object(body).serialized(escaping: .ascii), call, exchange)
  }

  /// A number alone, as the answer to `/$count`.
  static func count(_ count: Int, _ call: Call, _ exchange: Exchange) -> HTTPResponse {
    success(200, "text/plain", Array("\(count)".utf8), call, exchange)
  }

  /// A picture. The answer says `Cache-Control: private`, so that only the user's own browser keeps it.
  static func media(_ bytes: [UInt8], type: String, etag: String, _ call: Call, _ exchange: Exchange) -> HTTPResponse {
    var response = success(200, type, bytes, call, exchange)
    response.fields.set("Cache-Control", "private")
    response.fields.append("ETag", etag)
    return response
  }

  /// The answer 202 of the mail service, which has no body.
  static func accepted(_ call: Call, _ exchange: Exchange) -> HTTPResponse {
    var fields = HTTPFields()
    appendShared(call, exchange, to: &fields)
    return HTTPResponse(status: 202, fields: fields)
  }

  /// A text that is not OData: a message as MIME.
  static func text(_ text: [UInt8], _ call: Call, _ exchange: Exchange) -> HTTPResponse {
    success(200, "text/plain", text, call, exchange)
  }

  /// The answer 201 with the new object, and `Location` with its address.
  static func created(
    _ members: JSONObject, context: String, location: String, version: String, _ call: Call, _ exchange: Exchange
  ) -> HTTPResponse {
    var response = odata(members, context: context, version: version, call, exchange)
    response.status = 201
    response.fields.append("Location", location)
    return response
  }

  /// The answer to a change that has nothing to show and answers 200.
  static func done(_ call: Call, _ exchange: Exchange) -> HTTPResponse { success(200, nil, [], call, exchange) }

  /// The answer to a change that has nothing to show and answers 204.
  static func noContent(_ call: Call, _ exchange: Exchange) -> HTTPResponse {
    success(204, nil, [], call, exchange)
  }

  private static func success(
    _ status: Int, _ contentType: String?, _ body: [UInt8], _ call: Call, _ exchange: Exchange
  ) -> HTTPResponse {
    var fields: HTTPFields = ["Cache-Control": "no-cache"]
    if let contentType { fields.append("Content-Type", contentType) }
    if !body.isEmpty { fields.append("Vary", "Accept-Encoding") }
    appendShared(call, exchange, to: &fields)
    fields.append("x-ms-resource-unit", "\(ResourceUnits.cost(of: call.request))")
    if !body.isEmpty { fields.append("OData-Version", "4.0") }
    return HTTPResponse(status: status, fields: fields, body: body)
  }

  /// JSON that is not OData, as UserInfo and `$batch` answer.
  static func json(_ members: JSONObject, _ call: Call, _ exchange: Exchange) -> HTTPResponse {
    var fields: HTTPFields = ["Cache-Control": "no-cache", "Content-Type": "application/json"]
    appendShared(call, exchange, to: &fields)
    return HTTPResponse(status: 200, fields: fields, body: JSONValue.object(members).serialized(escaping: .ascii))
  }

  /// The answer with the error body. Notes the error in `exchange`, so that rules, the journal and expectations see it.
  static func refusal(_ error: GraphError, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.resourceError = error.word
    exchange.demandsClaims = error.claims != nil
    exchange.note(.resourceRefused)
    if GraphRoute.sendsMail(call.request) { exchange.note(.mailRefused) }
    exchange.because("→ \(error.status) \(error.word): \(error.reason)")
    exchange.noteCauses(error.reason)
    var inner = innerError(call, exchange)
    if let message = error.innerMessage {
      inner = JSONObject([JSONObject.Member(name: "message", value: .string(message))] + inner.members)
    }
    if error.isNotServed {
      inner.append("mockidp", "\(error.reason); for the journal's entry run: mockidp explain \(exchange.traceID)")
    }
    var shown: JSONObject = ["code": .string(error.word), "message": .string(error.message)]
    if !error.details.isEmpty {
      shown.append(
        "details",
        .array(
          error.details.map { detail in
            [
              "code": .string(detail.code.rawValue), "message": .string(error.message),
              "target": .string(detail.target),
            ]
          }))
    }
    shown.append("innerError", .object(inner))
    let body: JSONValue = ["error": .object(shown)]
    var fields: HTTPFields = error.status == 401 ? [:] : ["Cache-Control": "no-cache"]
    fields.append("Content-Type", "application/json")
    if error.code?.isOfDirectory == true { fields.append("Vary", "Accept-Encoding") }
    if error.status == 401 { fields.append("WWW-Authenticate", challenge(error, call)) }
    if !error.allowedMethods.isEmpty { fields.append("Allow", error.allowedMethods.joined(separator: ", ")) }
    if let wait = error.retryAfter { fields.append("Retry-After", "\(wait.wholeSeconds)") }
    if error.code == .unsupportedMediaType { fields.append("Accept-Encoding", "gzip") }
    appendShared(call, exchange, to: &fields)
    if error.code?.isOfDirectory == true {
      fields.append("x-ms-resource-unit", "\(ResourceUnits.cost(of: call.request))")
    }
    if error.isNotServed {
      fields.append(notServedField, "\(exchange.traceID)")
      if let exposed = fields["Access-Control-Expose-Headers"] {
        fields.set("Access-Control-Expose-Headers", "\(exposed), \(notServedField)")
      }
    }
    return HTTPResponse(status: error.status, fields: fields, body: body.serialized(escaping: .ascii))
  }

  /// What a rule says in the place of an error of Graph: it has the fields and the ids that Graph's errors have. Nil for anything else that a
  /// rule says.
  static func error(
    _ replacement: AnswerShape.Replacement, _ call: Call, _ exchange: Exchange
  ) -> HTTPResponse? {
    guard replacement.status >= 400, let body = try? JSONValue.parse(Array(replacement.body.utf8)),
      var members = body.object, var error = members["error"]?.object, error["code"] != nil
    else { return nil }
    if error["innerError"] == nil { error.append("innerError", .object(innerError(call, exchange))) }
    members["error"] = .object(error)
    var fields = HTTPFields()
    appendShared(call, exchange, to: &fields)
    var said = replacement
    // A rule that says no type of its own has the usual one of JSON.
    if said.contentType == "application/json; charset=utf-8" { said.contentType = "application/json" }
    said.body = String(decoding: JSONValue.object(members).serialized(escaping: .ascii), as: UTF8.self)
    return said.response(beginning: fields)
  }

  private static func innerError(_ call: Call, _ exchange: Exchange) -> JSONObject {
    [
      "date": .string(call.now.graphErrorDate),
      "request-id": "\(exchange.traceID)",
      "client-request-id": .string(clientRequestID(call, exchange)),
    ]
  }

  /// The answer to a browser's preflight before a cross-origin call. Nil when the request is not a preflight.
  static func preflight(_ call: Call, _ exchange: Exchange) -> HTTPResponse? {
    let request = call.request
    guard request.method == "OPTIONS", request.fields["Access-Control-Request-Method"] != nil else { return nil }
    var fields: HTTPFields = [
      "Access-Control-Allow-Methods": "GET,POST,PATCH,PUT,DELETE", "Access-Control-Max-Age": "3600",
    ]
    if let names = request.fields["Access-Control-Request-Headers"] {
      fields.append("Access-Control-Allow-Headers", names)
    }
    appendShared(call, exchange, to: &fields)
    return HTTPResponse(status: 200, fields: fields)
  }

  private static func appendShared(_ call: Call, _ exchange: Exchange, to fields: inout HTTPFields) {
    if !call.origin.isLoopback { fields.append("Strict-Transport-Security", "max-age=31536000") }
    fields.append("request-id", "\(exchange.traceID)")
    fields.append("client-request-id", clientRequestID(call, exchange))
    fields.append("x-ms-ags-diagnostic", diagnostic)
    for field in crossOriginFields(call) { fields.append(field.name, field.value) }
  }

  /// Scripts of any origin may read answers and errors (observed).
  static func crossOriginFields(_ call: Call) -> HTTPFields {
    guard call.request.fields["Origin"] != nil else { return [:] }
    return ["Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposedFields]
  }

  /// The `client-request-id` that the client sent, else the id of the request.
  private static func clientRequestID(_ call: Call, _ exchange: Exchange) -> String {
    guard let sent = call.request.fields["client-request-id"], !sent.isEmpty else { return "\(exchange.traceID)" }
    return sent
  }

  private static func challenge(_ error: GraphError, _ call: Call) -> String {
    let demand = error.claims.map {
      GraphChallenge.Demand(claims: $0, description: error.message, nonce: nonce(call))
    }
    return GraphChallenge(authority: call.origin.login, demand: demand).field
  }

  /// A nonce for a proof of possession: a signed time. Nil while no key can sign.
  private static func nonce(_ call: Call) -> String? {
    guard call.world.keys.canSign, let key = try? call.world.keys.current else { return nil }
    return try? JWS.compact(
      header: ["typ": "JWT", "alg": "RS256", "kid": .string(key.id)], payload: ["ts": "\(call.now.seconds)"],
      key: key.privateKey, algorithm: .rs256)
  }

  /// The header field of an answer to a request that Graph serves and this server does not. Its value is the id under
  /// which the journal has the request.
  static let notServedField = "Mockidp-Not-Served"

  private static let diagnostic =
    #"{"ServerInfo":{"DataCenter":"East US","Slice":"E","Ring":"5","ScaleUnit":"003","RoleInstance":"BL6PEPF0000E7BB"}}"#

  private static let exposedFields = [
    "ETag", "Location", "Preference-Applied", "Content-Range", "request-id", "client-request-id",
    "ReadWriteConsistencyToken", "Retry-After", "SdkVersion", "WWW-Authenticate", "x-ms-client-gcc-tenant",
    "X-Planner-operationid", "x-ms-permissions-info",
  ].joined(separator: ", ")
}
