import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Time
import Tokens
import Worlds

/// One grant of Azure AD B2C's token endpoint.
protocol B2CGrant: Sendable {
  /// The value of `grant_type`.
  static var type: String { get }

  /// The parameters that the client must send beside `client_id`. The refusal names the first that is missing.
  static var parameters: [String] { get }

  /// Checks the grant, uses up what is single-use, and makes the answer.
  ///
  /// - Throws: `Refusal` of the first check that fails.
  func redeem(_ request: inout B2CTokenRequest, _ exchange: inout Exchange) throws -> JSONValue
}

/// A well-formed token request of Azure AD B2C.
struct B2CTokenRequest {
  var call: Call
  let address: B2CAddress
  let form: FormFields
  let client: Application
  let credentials: ClientCredentials
  var directory: DirectoryState

  /// Lets the rules act, after they were told whose grant the client presented. What a rule changes counts for this request already.
  mutating func consultRules(of user: User.ID? = nil, _ exchange: inout Exchange) throws {
    exchange.note(user: user.flatMap { directory.users[$0] })
    let fired = exchange.rules.count
    try call.world.consultRules(&exchange)
    guard exchange.rules.count > fired else { return }
    call = call.after(exchange)
    directory = call.directory
  }

  var accounts: CustomerAccounts {
    CustomerAccounts(call: call, directory: directory, tenant: address.tenant, flow: address.flow, client: client)
  }

  /// What the client asks for: the scopes of the request, else those of the grant.
  func scopes(else granted: String, _ exchange: inout Exchange) throws(Refusal) -> UserFlowScopes {
    let scopes = try UserFlowScopes(
      form.nonEmpty("scope") ?? granted, client: client, tenant: address.tenant, in: directory)
    exchange.note(resource: scopes.api.flatMap { directory.applications[$0] })
    if scopes.api == nil {
      let isRenewal = form["grant_type"] == "refresh_token"
      exchange.explain(
        "no access token: the scope '\(scopes.text)' names neither a permission of an API nor the app's own client id"
          + (isRenewal ? "; send the scope of the first request with each renewal" : ""))
    }
    if !scopes.wantsIDToken { exchange.explain("no id_token: openid was not asked for") }
    return scopes
  }

  /// Proves the client, for a grant that came to a platform of the app.
  ///
  /// - Throws: AADB2C90079, AADB2C90081 or AADB2C90084.
  func authenticate(_ platform: RedirectURIRegistration.Platform) throws(Refusal) {
    guard platform == .web else {
      guard credentials.isEmpty else { throw Refusal(.b2cSecretOfPublicClient) }
      return
    }
    guard let secret = credentials.secret else { throw Refusal(.b2cSecretMissing) }
    guard ClientSecretCheck.evaluate(secret, of: client, at: call.now) == .accepted else {
      throw Refusal(.b2cSecretWrong)
    }
  }

  /// Refuses a code or refresh token of another user flow or another app.
  func checkOwner(_ client: Application.ID, flow: String, _ exchange: inout Exchange) throws(Refusal) {
    guard client == self.client.id else {
      exchange.because(
        "it was issued to \(directory.applications[client].map { "'\($0.alias)'" } ?? "an app that is gone")")
      throw Refusal(.b2cGrantMalformed)
    }
    guard ASCII.equalIgnoringCase(flow, address.flow.name) else {
      throw Refusal(.b2cGrantOfAnotherFlow, [.policyOfGrant: flow, .policy: ASCII.lowercased(address.flow.name)])
    }
  }

  /// The customer of a code or refresh token.
  ///
  /// - Throws: AADB2C90128 for one who is gone or disabled, AADB2C90129 for a sign-in that was revoked.
  func customer(_ id: User.ID, _ signIn: SignInFacts, isPublicClient: Bool) throws(Refusal) -> User {
    guard let user = directory.users[id], !user.isDeleted, user.isEnabled else { throw Refusal(.b2cAccountGone) }
    let start = Revocation.grantValidFrom(
      user, isPasswordBased: signIn.isPasswordBased, isPublicClient: isPublicClient)
    if Revocation.hasEnded(signIn.authenticatedAt, by: start, of: user) { throw Refusal(.b2cGrantRevoked) }
    return user
  }

  /// AADB2C90080 with its three times.
  func expired(_ issuedAt: UnixTime, _ endsAt: UnixTime) -> Refusal {
    Refusal(
      .b2cGrantExpired,
      [.now: "\(call.now.seconds)", .issuedAt: "\(issuedAt.seconds)", .expires: "\(endsAt.seconds)"])
  }
}

/// The ends of refresh tokens (Microsoft: "Configure tokens in Azure Active Directory B2C").
struct B2CLifetimes {
  let flow: UserFlow

  /// How long one refresh token lives.
  func refreshToken(_ platform: RedirectURIRegistration.Platform) -> Duration {
    platform == .spa ? .seconds(86_400) : flow.refreshTokenLifetime?.duration ?? .seconds(14 * 86_400)
  }

  /// How long after the sign-in they can be renewed.
  var window: Duration { flow.refreshTokenWindow?.duration ?? .seconds(90 * 86_400) }
}

/// A successful answer of the token endpoint, with its members in the service's order.
struct B2CTokenAnswer {
  let tokens: B2CTokens
  let scopes: UserFlowScopes
  let directory: DirectoryState
  var refreshToken: String?
  var refreshTokenLifetime = Duration.seconds(0)
  var wantsClientInfo = false
  /// Whether the answer is that of a password in the request: it has fewer members, and its number is a text (observed).
  var isForPassword = false

  func json() throws -> JSONValue {
    var body: JSONObject = [:]
    let seconds = tokens.lifetime.wholeSeconds
    let now = tokens.call.now.seconds
    if let api = scopes.api {
      body.append("access_token", .string(try tokens.accessToken(for: api, scopes.values, in: directory)))
    }
    if isForPassword {
      body.append("token_type", "Bearer")
      body.append("expires_in", "\(seconds)")
      body.append("refresh_token", refreshToken)
      if scopes.wantsIDToken { body.append("id_token", .string(try tokens.idToken())) }
      return .object(body)
    }
    if scopes.wantsIDToken { body.append("id_token", .string(try tokens.idToken())) }
    body.append("token_type", "Bearer")
    body.append("not_before", .integer(now))
    if let api = scopes.api {
      body.append("expires_in", .integer(seconds))
      body.append("expires_on", .integer(now + seconds))
      body.append("resource", "\(api)")
    }
    if wantsClientInfo {
      // It stands in the place of the two (observed: captures of 2024-01 and 2026-09).
      body.append("client_info", .string(tokens.clientInfo))
    } else {
      if scopes.wantsIDToken { body.append("id_token_expires_in", .integer(seconds)) }
      body.append("profile_info", .string(tokens.profileInfo))
    }
    body.append("scope", .string(scopes.granted))
    if let refreshToken {
      body.append("refresh_token", .string(refreshToken))
      body.append("refresh_token_expires_in", .integer(refreshTokenLifetime.wholeSeconds))
    }
    return .object(body)
  }
}
