import Authority
import HTTPWire
import JOSE
import JSON
import Policy
import Worlds

/// A place where a program gets tokens for the managed identity of what it runs on. Each has a form of its own for requests,
/// answers and refusals; which identity and which API are meant is decided in the same way everywhere.
protocol IdentityPlace: Endpoint {
  /// Header fields of every answer.
  var fields: HTTPFields { get }

  /// Checks the proof that the request comes from the machine, then the version.
  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault)

  /// The identity that the request is for. Unless a place says otherwise, the request may name one.
  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity

  /// The members of a successful answer.
  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject

  /// The answer in the place of a token.
  func body(of fault: IdentityFault, _ exchange: Exchange) -> IdentityRefusal

  /// The answer to what the service itself refuses.
  func body(of refusal: Refusal, _ call: Call, _ exchange: Exchange) -> IdentityRefusal
}

/// The status and the body of a refusal at one place.
struct IdentityRefusal {
  var status: Int
  var body: JSONObject
}

extension IdentityPlace {
  var name: EndpointName { .managedIdentity }

  var fields: HTTPFields { HTTPFields() }

  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity {
    try request.identity(&exchange)
  }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    try respond(to: IdentityRequest(call, parameters: call.query), &exchange)
  }

  /// Answers the request with a token or with the place's own refusal.
  ///
  /// - Throws: `PostponedAnswer` while the key that signs is still being made, so that the times of the token count from the answer on.
  func respond(to request: IdentityRequest, _ exchange: inout Exchange) throws -> HTTPResponse {
    if request.needsKey {
      throw PostponedAnswer { [keys = request.call.world.keys] in keys.whenCanSign($0) }
    }
    let refusal: IdentityRefusal
    do {
      try admit(request, &exchange)
      guard let resource = request.resource else { throw IdentityFault.resource }
      let identity = try identity(of: request, &exchange)
      let grant = try IdentityGrant(identity, for: resource, request, &exchange)
      exchange.note(.tokenIssued)
      return JSONAnswer.make(.object(answer(grant, to: request)), fields: fields)
    } catch let fault as IdentityFault {
      refusal = body(of: fault, exchange)
    } catch let refused as Refusal {
      exchange.refusal = refused
      refusal = body(of: refused, request.call, exchange)
    }
    exchange.note(.tokenRefused)
    exchange.because("→ \(refusal.status) \(JSONValue.object(refusal.body).text)")
    return JSONAnswer.make(.object(refusal.body), status: refusal.status, fields: fields)
  }
}
