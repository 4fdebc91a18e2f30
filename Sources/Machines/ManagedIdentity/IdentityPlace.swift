import Authority
import HTTPWire
import JOSE
import JSON
import Policy
import Worlds

/// A place where a program gets tokens for the managed identity of what it runs on. Each has a form of its own for requests,
/// answers and refusals, and borrows none of another place; which identity and which API are meant is decided in the same way
/// everywhere.
protocol IdentityPlace: Endpoint {
  /// The methods that the place has. Every other one is 405 there.
  var methods: [String] { get }

  /// The `Content-Type` of JSON.
  var contentType: String { get }

  /// Header fields of every answer, beside `Content-Type`.
  func fields(_ exchange: Exchange) -> HTTPFields

  /// Checks the proof that the request comes from the machine, and the version, in the place's order.
  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault)

  /// The ids by which the request names an identity: those parameters that the place heeds.
  func names(in request: IdentityRequest) -> [IdentityName]

  /// The identity that the request is for. Unless a place says otherwise, the request may name one.
  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity

  /// The Azure resource id of the machine that the platform tells the service, for `xms_az_rid`. Unless a place says otherwise, it tells none.
  func machine(of request: IdentityRequest) -> String?

  /// The members of a successful answer.
  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject

  /// The answer in the place of a token.
  func refusal(of fault: IdentityFault, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal

  /// The answer to what the service itself refuses.
  func refusal(of refusal: Refusal, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal
}

/// The status and the body of a refusal at one place.
struct IdentityRefusal {
  enum Body {
    case json(JSONObject)
    case text(String)
    case xml(String)
    case none
  }

  var status: Int
  var body: Body
  /// Beside those that every answer of the place has.
  var fields: HTTPFields

  init(status: Int, body: JSONObject, fields: HTTPFields = [:]) {
    self.init(status: status, .json(body), fields: fields)
  }

  init(status: Int, _ body: Body, fields: HTTPFields = [:]) {
    self.status = status
    self.body = body
    self.fields = fields
  }

  /// For the journal.
  var text: String {
    switch body {
    case .json(let object): JSONValue.object(object).text
    case .text(let text), .xml(let text): text
    case .none: "without a body"
    }
  }
}

extension IdentityPlace {
  var name: EndpointName { .managedIdentity }

  var methods: [String] { ["GET", "HEAD"] }

  var contentType: String { "application/json; charset=utf-8" }

  func fields(_ exchange: Exchange) -> HTTPFields { HTTPFields() }

  func names(in request: IdentityRequest) -> [IdentityName] { request.names() }

  func machine(of request: IdentityRequest) -> String? { nil }

  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity {
    try request.identity(named: names(in: request), &exchange)
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try respond(to: IdentityRequest(call, parameters: call.query), &exchange)
  }

  /// Answers the request with a token or with the place's own refusal.
  ///
  /// - Throws: `PostponedAnswer` while the key that signs is still being made, so that the times of the token count from the answer on.
  func respond(to request: IdentityRequest, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard methods.contains(request.call.request.method) else { return otherMethod(&exchange) }
    if request.needsKey {
      throw PostponedAnswer { [keys = request.call.world.keys] in keys.whenCanSign($0) }
    }
    do {
      try admit(request, &exchange)
      guard let resource = request.resource else { throw IdentityFault.resource }
      let identity = try identity(of: request, &exchange)
      let grant = try IdentityGrant(identity, of: machine(of: request), for: resource, request, &exchange)
      exchange.note(.tokenIssued)
      return make(.json(answer(grant, to: request)), status: 200, exchange)
    } catch let fault as IdentityFault {
      return refuse(fault, request, &exchange)
    } catch let refused as Refusal {
      exchange.refusal = refused
      return refuse(refusal(of: refused, request, exchange), &exchange)
    }
  }

  func refuse(_ fault: IdentityFault, _ request: IdentityRequest, _ exchange: inout Exchange) -> HTTPResponse {
    refuse(refusal(of: fault, request, exchange), &exchange)
  }

  func refuse(_ refusal: IdentityRefusal, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.note(.tokenRefused)
    exchange.because("→ \(refusal.status) \(refusal.text)")
    var response = make(refusal.body, status: refusal.status, exchange)
    for field in refusal.fields { response.fields.set(field.name, field.value) }
    return response
  }

  /// 405, without anything of the login service (observed at Container Apps).
  func otherMethod(_ exchange: inout Exchange) -> HTTPResponse {
    exchange.because("→ 405, because the address has \(methods.joined(separator: ", ")) alone")
    var response = make(.none, status: 405, exchange)
    response.fields.set("Allow", methods.joined(separator: ", "))
    return response
  }

  func make(_ body: IdentityRefusal.Body, status: Int, _ exchange: Exchange) -> HTTPResponse {
    var fields = self.fields(exchange)
    switch body {
    case .json(let object):
      fields.set("Content-Type", contentType)
      return HTTPResponse(status: status, fields: fields, body: JSONValue.object(object).serialized)
    case .text(let text):
      fields.set("Content-Type", "text/plain; charset=utf-8")
      return HTTPResponse(status: status, fields: fields, body: Array(text.utf8))
    case .xml(let text):
      fields.set("Content-Type", "text/xml; charset=utf-8")
      return HTTPResponse(status: status, fields: fields, body: Array(text.utf8))
    case .none: return HTTPResponse(status: status, fields: fields)
    }
  }
}
