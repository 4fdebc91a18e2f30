import Bytes
import Directory
import Policy
import Time
import Worlds

/// Checks a client's proof by the app registration and the platform of the grant (Microsoft: "OAuth 2.0 authorization
/// code flow", error codes for the token endpoint).
enum ClientAuthenticator {
  /// For grants with a redirect URI. A web app must send a credential; single-page and native apps must not. The tenant is
  /// that of the grant: the service of personal accounts has words of its own (observed: outlookEmailPlus 61, better-auth 1709).
  static func authenticate(
    _ request: TokenRequest, platform: RedirectURIRegistration.Platform, tenant: Tenant.ID, _ exchange: inout Exchange
  ) throws(Refusal) -> ClientAuthenticationStrength {
    guard platform == .web else {
      guard request.credentials.isEmpty else {
        throw tenant == WellKnown.personalTenant ? .secretFromPersonalAccountApp : Refusal(.credentialFromPublicClient)
      }
      return .none
    }
    guard let strength = try proof(request, &exchange) else {
      throw tenant == WellKnown.personalTenant ? .personalClientSecretMissing : Refusal(.credentialMissing)
    }
    return strength
  }

  /// For grants without a redirect URI. A credential counts; without one the app registration must allow public
  /// client flows.
  static func authenticate(_ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal)
    -> ClientAuthenticationStrength
  {
    if request.credentials.isEmpty {
      guard request.client.allowsPublicClientFlows else {
        exchange.because("'\(request.client.alias)' sent no credential and does not allow public client flows")
        throw Refusal(.credentialMissing)
      }
      return .none
    }
    guard !request.client.allowsPublicClientFlows || request.client.hasCredentials else {
      throw Refusal(.credentialFromPublicClient)
    }
    return try proof(request, &exchange) ?? .none
  }

  /// Checks the credential that the client sent, whatever the kind of client. Nil when it sent none. An assertion
  /// counts before a secret.
  static func proof(_ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal)
    -> ClientAuthenticationStrength?
  {
    if let text = request.credentials.assertion {
      try ClientAssertion(text, request, &exchange).check(&exchange)
      return .certificate
    }
    guard let secret = request.credentials.secret else { return nil }
    do throws(Refusal) { try check(secret, of: request.client, at: request.call.now) } catch {
      exchange.explain(reason(against: secret, of: request.client, error))
      throw error
    }
    return .secret
  }

  /// Why a secret does not count, in words that do not give it away.
  private static func reason(against secret: String, of client: Application, _ refusal: Refusal) -> String {
    let ends = client.secrets.map { "one until \($0.expiresAt.iso8601)" }
    let listed =
      ends.isEmpty ? "'\(client.alias)' has no secret" : "'\(client.alias)' has " + ends.joined(separator: ", ")
    if refusal.kind == .clientSecretExpired { return "the secret that came has ended; " + listed }
    let decoded = Percent.decode(secret) ?? secret
    if decoded != secret, client.secrets.contains(where: { $0.digest.matches(decoded) }) {
      return "the secret came percent-encoded twice"
    }
    if let id = GUID(secret) {
      return
        (client.secrets.contains { $0.id.guid == id }
        ? "what came is the id of a secret" : "what came is a GUID, as ids of secrets are")
        + ", and its value is wanted; " + listed
    }
    return "the secret that came is not one of the registration; " + listed
  }

  /// Checks a secret against those of the app.
  ///
  /// - Throws: the refusal of a secret that the app does not have, or that has expired.
  static func check(_ secret: String, of client: Application, at now: UnixTime) throws(Refusal) {
    switch ClientSecretCheck.evaluate(secret, of: client, at: now) {
    case .accepted: return
    case .wrong: throw .invalidClientSecret(clientID: "\(client.id)")
    case .expired: throw .clientSecretExpired(clientID: "\(client.id)")
    }
  }

  /// For a code or token that the server does not know. Its platform is unknown too, but a credential that the client
  /// sent must still be right.
  static func checkUnknownGrant(_ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    if request.client.hasCredentials { _ = try proof(request, &exchange) }
  }
}

/// The rule about the `Origin` header of a token request: scripts in a browser may redeem only what a single-page app
/// got, and other clients may not redeem that.
enum OriginRule {
  static func check(_ origin: String?, platform: RedirectURIRegistration.Platform) throws(Refusal) {
    switch (platform, origin) {
    case (.spa, nil): throw Refusal(.crossOriginRequired)
    case (.web, let origin?), (.native, let origin?): throw .crossOriginNotPermitted(origin: origin)
    default: return
    }
  }
}
