import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import JSON
import Policy
import Time
import Worlds

/// `GET` or `POST /{tenant}/openid/userinfo`, the UserInfo endpoint of v1.0 (OpenID Connect Core §5.3). It takes an
/// id_token or a token for Microsoft Graph, and returns claims like those of a v1.0 id_token.
struct LegacyUserInfoEndpoint: Endpoint {
  let name = EndpointName.userInfo
  let answers = AnswerKind.service
  let tenant: String

  /// How long after its end the server still accepts a token.
  private static let clockSkew = Duration.minutes(5)

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do {
      // The token first, so that rules about its user or its app fit; a rule acts whether the token is good or not.
      let found = Result { try claims(call, &exchange) }
      try call.world.consultRules(&exchange)
      let shown = try found.get()
      exchange.note(.resourceServed)
      exchange.because("→ 200 \(exchange.user.map { "'\($0.alias)'" } ?? "")")
      return JSONAnswer.make(.object(shown))
    } catch let refusal as Refusal {
      exchange.refusal = refusal
      exchange.note(.resourceRefused)
      return JSONAnswer.refusal(refusal, call, exchange)
    } catch let fault as Fault {
      exchange.note(.resourceRefused)
      exchange.because("→ 401: \(fault.reason)")
      return HTTPResponse(status: 401, fields: ["WWW-Authenticate": fault.challenge])
    }
  }

  /// Why the answer is 401. Without a token in the request, the challenge names no error (RFC 6750 §3).
  private struct Fault: Error {
    let reason: String
    var challenge = #"Bearer error="invalid_token""#
  }

  private func claims(_ call: Call, _ exchange: inout Exchange) throws -> JSONObject {
    let words = (call.request.fields["Authorization"] ?? "").split(separator: " ")
    guard words.count == 2, ASCII.equalIgnoringCase(words[0], "Bearer") else {
      throw Fault(reason: "there is no bearer token", challenge: "Bearer")
    }
    guard let token = try? JWS.parse(String(words[1])) else { throw Fault(reason: "the token is not a JWT") }
    try checkSignature(of: token, call.world)
    guard let end = token.time("exp"), call.now <= end + Self.clockSkew else {
      throw Fault(reason: "the token has expired")
    }
    let directory = call.world.directory
    let asked = try? TenantSegment(tenant, in: directory).tenant(in: directory)
    guard let id = token.payload["tid"]?.string.flatMap({ Tenant.ID($0) }), let owner = directory.tenants[id],
      asked.map({ $0.id == id }) ?? true,
      let user = token.payload["oid"]?.string.flatMap({ User.ID($0) }).flatMap({ directory.users[$0] }),
      !user.isDeleted
    else { throw Fault(reason: "the token is of no user of this tenant") }
    let clientID = ["appid", "azp", "aud"].lazy.compactMap { token.payload[$0]?.string }.first
    let client = clientID.flatMap { directory.application(named: $0) }
    exchange.note(tenant: owner)
    exchange.note(user: user)
    exchange.note(client: client)
    return Self.claims(of: user, in: owner, for: client)
  }

  private func checkSignature(of token: JWS, _ world: World) throws {
    var token = token
    // The signature of a token for Microsoft Graph covers another header than the one in the token.
    if let header = token.header.object.flatMap({ GraphTokenNonce.signedHeader(for: $0) }) {
      token.signingInput =
        Array(Base64.encodeURL(JSONValue.object(header).serialized).utf8) + token.signingInput.drop { $0 != 0x2E }
    }
    guard let key = world.keys.published(id: token.keyID ?? ""),
      token.verify(with: key.publicKey, algorithm: .rs256)
    else { throw Fault(reason: "the token is not signed with a published key") }
  }

  private static func claims(of user: User, in tenant: Tenant, for client: Application?) -> JSONObject {
    var claims = JSONObject()
    if let client {
      claims.append(
        "sub", .string(TokenSubject.pairwise(user: user.id, tenant: tenant.id, recipient: client.id)))
    }
    claims.append("family_name", user.surname)
    claims.append("given_name", user.givenName)
    claims.append("name", .string(user.displayName))
    claims.append("oid", "\(user.id)")
    claims.append("tid", "\(tenant.id)")
    claims.append("unique_name", .string(user.preferredUserName))
    claims.append("upn", user.isGuest ? nil : user.userPrincipalName)
    claims.append("ver", "1.0")
    return claims
  }
}
