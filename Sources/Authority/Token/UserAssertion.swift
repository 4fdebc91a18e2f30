import Bytes
import Crypto
import Directory
import JOSE
import JSON
import Policy
import Time
import Worlds

/// An access token with which a client called an API, and which the API now presents to the token endpoint.
struct UserAssertion {
  let token: JWS
  let call: Call

  /// - Throws: AADSTS50027 for a text that is not a JWT.
  init(_ text: String, _ call: Call) throws(Refusal) {
    guard let token = try? JWS.parse(text) else { throw Refusal(.assertionMalformed) }
    self.token = token
    self.call = call
  }

  private func text(_ claim: String) -> String? { token.payload[claim]?.string }

  /// The object id of the user (`oid`); nil when the token has none.
  var user: User.ID? { text("oid").flatMap { User.ID($0) } }
  var tenant: Tenant.ID? { text("tid").flatMap { Tenant.ID($0) } }
  var expires: UnixTime? { token.time("exp") }

  /// When the token was issued. Of a token that the server has forgotten, `iat` tells it: five minutes earlier and in
  /// whole seconds. This is the end of that second.
  var issuedAt: UnixTime {
    if let known = text("uti").flatMap(call.world.momentOfIssue) { return known }
    return (token.time("iat") ?? UnixTime(seconds: 0)) + TokenSubject.backdating + .seconds(1) - Duration(ticks: 1)
  }

  /// Whether the token was issued to a public client.
  var isForPublicClient: Bool { (text("azpacr") ?? text("appidacr")) == ClientAuthenticationStrength.none.rawValue }

  /// Checks the token itself, in the service's order: signature, kind, time, audience.
  ///
  /// - Throws: the refusal of the first that is wrong.
  func check(for request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    // Whose keys are to be looked for is not known without an issuer (observed: msal-python 852 of 2025).
    guard text("iss") != nil else {
      exchange.explain(
        "the assertion has no iss: it is not a token of this service, but one that a platform or a proxy put in its place"
      )
      throw .missingCredentialField("iss")
    }
    try checkSignature(request)
    let payload = token.payload
    let hasPermissions = payload["scp"] != nil || payload["roles"] != nil
    let marksOfIDToken = ["nonce", "at_hash", "c_hash"].contains { payload[$0] != nil }
    if !hasPermissions, marksOfIDToken || (payload["azp"] == nil && payload["appid"] == nil) {
      throw Refusal(.idTokenAsAssertion)
    }
    // In an app's own token, `sub` and `oid` are both its service principal. A missing `scp` does not tell: a user's
    // token for the calling app itself has none either.
    guard text("idtyp") != "app", text("sub") != text("oid") else {
      exchange.because("the assertion is a token of an app without a user")
      throw .onBehalfOfNotAllowed(clientID: "\(request.client.id)")
    }
    guard let expires, call.now <= expires else {
      throw .assertionExpired(now: call.now, expires: expires ?? UnixTime(seconds: 0))
    }
    let audience = text("aud") ?? ""
    // A user's token for an agent is one for its blueprint.
    let resource = request.directory.resource(named: audience)?.id
    guard resource == request.client.id || resource != nil && resource == request.client.agentBlueprint else {
      let api = resource.flatMap { request.directory.applications[$0] }
      exchange.explain(
        "the assertion is for \(api.map { "'\($0.alias)' (\(audience))" } ?? audience), not for '\(request.client.alias)': the client in front has to "
          + "ask for a token of '\(request.client.alias)', and that one is to be presented")
      throw .assertionForAnotherAudience(
        audience: audience, clientID: "\(request.client.id)", name: request.client.displayName)
    }
  }

  private func checkSignature(_ request: TokenRequest) throws(Refusal) {
    let id = token.keyID ?? ""
    let thumbprint = Hex.encode(Base64.decode(id) ?? [], uppercase: true)
    guard let key = call.world.verificationKey(id: id, for: request.client), let tenant,
      request.directory.tenants[tenant] != nil
    else { throw .assertionSignatureUnverified(thumbprint: thumbprint) }
    guard token.verify(with: key.publicKey, algorithm: .rs256) else {
      throw .assertionKeyFound(
        thumbprint: thumbprint, from: key.certificate.notBefore, to: key.certificate.notAfter)
    }
  }

  /// How and when the user signed in: from the session that the token names, else from the token's claims.
  func signIn(in world: World) throws -> SignInFacts {
    let id = text("sid").flatMap { GUID($0) }
    if let id, let session = try world.store.session(id) { return session.facts }
    return SignInFacts(session: id, authenticatedAt: issuedAt, methods: token.payload["amr"]?.strings ?? ["pwd"])
  }
}
