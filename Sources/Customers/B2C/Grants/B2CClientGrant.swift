import Bytes
import Directory
import JSON
import Policy
import Time
import Tokens
import Worlds

/// `grant_type=client_credentials` at any user flow, for `{API}/.default` (Microsoft: "Set up OAuth 2.0 client credentials flow in Azure
/// Active Directory B2C").
struct B2CClientGrant: B2CGrant {
  static let type = "client_credentials"
  static let parameters = ["scope"]

  func redeem(_ request: inout B2CTokenRequest, _ exchange: inout Exchange) throws -> JSONValue {
    try request.consultRules(&exchange)
    let (call, directory, address, client) = (request.call, request.directory, request.address, request.client)
    try request.authenticate(.web)
    let text = request.form["scope"] ?? ""
    guard ASCII.words(text).count == 1, text.hasSuffix("/.default"),
      let api = directory.resource(named: String(text.dropLast("/.default".count))), !api.isFirstParty,
      let principal = directory.servicePrincipal(of: api.id, in: address.tenant.id),
      let own = directory.servicePrincipal(of: client.id, in: address.tenant.id)
    else { throw Refusal(.b2cScopeUnknown, [.scope: text]) }
    exchange.note(resource: api)
    let roles = directory.roles(in: directory.assignments(of: .client(own.id), on: principal.id), of: api)
    exchange.because(roles.isEmpty ? "no role is assigned" : "roles: \(roles.joined(separator: " "))")
    let lifetime = address.flow.tokenLifetime?.duration ?? .seconds(3_600)
    var claims: JSONObject = [
      "exp": .integer((call.now + lifetime).seconds), "nbf": .integer(call.now.seconds), "ver": "1.0",
      "iss": .string(address.issuer(call.origin)), "sub": "\(own.id)", "aud": "\(api.id)", "oid": "\(own.id)",
      "tid": "\(address.tenant.id)",
    ]
    if !roles.isEmpty { claims.append("roles", .strings(roles)) }
    claims.append(address.flow.nameClaim.rawValue, address.flow.name)
    claims.append("azpacr", "1")
    claims.append("azp", "\(client.id)")
    claims.append("iat", .integer(call.now.seconds))
    let token = try TokenSigner.sign(
      claims, for: api, in: address.tenant, showsThumbprint: false, damage: exchange.shape.accessTokenDamage,
      by: call.world)
    return [
      "access_token": .string(token), "token_type": "Bearer", "not_before": .integer(call.now.seconds),
      "expires_in": .integer(lifetime.wholeSeconds), "expires_on": .integer((call.now + lifetime).seconds),
      "resource": "\(api.id)",
    ]
  }
}
