import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Worlds

/// `GET` and `POST /{tenant}/{flow}/openid/v2.0/userinfo` of a user flow that has it (Microsoft: "UserInfo endpoint").
struct B2CUserInfoEndpoint: Endpoint {
  let name = EndpointName.userInfo
  let answers = AnswerKind.customerToken
  let address: B2CAddress

  init(_ address: B2CAddress) { self.address = address }

  func crossOriginFields(for call: Call) -> HTTPFields { CommonFields.anyOrigin(at: call.origin) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    address.note(&exchange, call)
    guard address.flow.hasUserInfo else {
      exchange.because("'\(address.flow.name)' has no UserInfo endpoint; 'userInfo: true' gives it one")
      return HTTPResponse(status: 404)
    }
    do {
      let payload = try payload(call)
      exchange.note(user: B2CToken.customer(of: payload, in: address.tenant, call))
      exchange.note(client: payload["azp"]?.string.flatMap { call.directory.application(named: $0) })
      try call.world.consultRules(&exchange)
      guard let user = B2CToken.customer(of: payload, in: address.tenant, call) else {
        throw Refusal(.b2cAccountGone)
      }
      exchange.note(.resourceServed)
      return JSONAnswer.make(.object(Self.claims(of: user)), fields: crossOriginFields(for: call))
    } catch let refused as Refusal {
      var refusal = refused
      do { try call.world.consultRules(&exchange) } catch let wanted as Refusal { refusal = wanted }
      exchange.refusal = refusal
      exchange.note(.resourceRefused)
      refusal.status = 401
      var fields = crossOriginFields(for: call)
      fields.set("WWW-Authenticate", "Bearer")
      return B2CAnswer.json(refusal, call, exchange, fields: fields)
    }
  }

  /// - Throws: AADB2C90239, 90238 or 90235 for a token that is none of this user flow's, or has ended.
  private func payload(_ call: Call) throws(Refusal) -> JSONValue {
    let field = call.request.fields["Authorization"] ?? ""
    let text =
      field.utf8.count > 7 && ASCII.equalIgnoringCase(String(field.prefix(7)), "Bearer ") ? field.dropFirst(7) : ""
    guard let payload = B2CToken.verified(ASCII.trimmed(text), call) else { throw Refusal(.b2cTokenUnsigned) }
    let issuer = address.issuer(call.origin)
    guard payload["iss"]?.string == issuer else { throw Refusal(.b2cTokenOfAnotherIssuer, [.issuer: issuer]) }
    guard payload["exp"]?.integer.map({ call.now.seconds < $0 }) == true else { throw Refusal(.b2cTokenExpired) }
    return payload
  }

  /// The claims of Microsoft's example.
  private static func claims(of user: User) -> JSONObject {
    var claims: JSONObject = ["objectId": "\(user.id)"]
    claims.append("givenName", user.givenName)
    claims.append("surname", user.surname)
    claims.append("displayName", user.displayName)
    claims.append("signInNames.emailAddress", CustomerAttributes.addresses(of: user).first)
    return claims
  }
}
