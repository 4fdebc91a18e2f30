import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET` or `POST /oidc/userinfo`: claims about the signed-in user (OpenID Connect Core §5.3; Microsoft: "Microsoft
/// identity platform UserInfo endpoint").
struct UserInfoEndpoint: GraphEndpoint {
  let name = EndpointName.userInfo

  private static let methods = ["GET", "HEAD", "POST"]

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard Self.methods.contains(call.request.method) else {
      throw GraphError.methodNotAllowed(call.request.method, allowed: Self.methods)
    }
    try token.require(oneOf: [OpenIDScope.openid.rawValue])
    let user = try token.signedInUser
    exchange.explain(
      "UserInfo has sub, name, family_name, given_name, picture and email alone; groups, preferred_username, oid and tid are in the id_token"
    )
    exchange.because("→ 200 '\(user.alias)'")
    return GraphAnswer.json(Self.claims(of: user, token, graph: call.origin.graph), call, exchange)
  }

  /// The claims, in the service's order. The token's scopes decide which claims there are. `sub` is that of the
  /// client's ID token, which Graph's tokens carry in `xms_st`.
  private static func claims(of user: User, _ token: GraphToken, graph: String) -> JSONObject {
    var claims = JSONObject()
    let subject =
      token.claims["xms_st"]?["sub"]?.string
      ?? TokenSubject.pairwise(user: user.id, tenant: token.tenant.id, recipient: token.client.id)
    claims.append("sub", .string(subject))
    if token.scopes.contains(OpenIDScope.profile.rawValue) {
      claims.append("name", .string(user.displayName))
      claims.append("family_name", user.surname)
      claims.append("given_name", user.givenName)
    }
    claims.append("picture", "\(graph)/v1.0/me/photo/$value")
    if token.scopes.contains(OpenIDScope.email.rawValue) { claims.append("email", user.mail) }
    return claims
  }
}
