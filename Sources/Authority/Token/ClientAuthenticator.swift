import Directory
import Policy
import Scenarios
import Time

/// Checks a client's proof against its registration and the kind of grant (Microsoft: "OAuth 2.0 authorization code flow",
/// error codes for the token endpoint).
enum ClientAuthenticator {
  /// Web grants want a credential, spa and native grants must not send one.
  static func authenticate(
    _ request: TokenRequest, platform: RedirectURIRegistration.Platform, _ exchange: inout Exchange
  ) throws(Refusal) -> ClientAuthenticationStrength {
    guard platform == .web else {
      guard request.credentials.isEmpty else { throw Refusal(.credentialFromPublicClient) }
      return .none
    }
    guard let strength = try proof(request, &exchange) else { throw Refusal(.credentialMissing) }
    return strength
  }

  /// For grants without a redirect URI: a credential counts, and without one the app must allow public client flows.
  static func authenticate(_ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal)
    -> ClientAuthenticationStrength
  {
    if request.credentials.isEmpty {
      guard request.client.allowsPublicClientFlows else {
        exchange.because("\(request.client.alias) sent no credential and does not allow public client flows")
        throw Refusal(.credentialMissing)
      }
      return .none
    }
    guard !request.client.allowsPublicClientFlows || request.client.hasCredentials else {
      throw Refusal(.credentialFromPublicClient)
    }
    return try proof(request, &exchange) ?? .none
  }

  /// Checks what was sent, whatever the kind of client; nil when nothing was. An assertion counts before a secret.
  static func proof(_ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal)
    -> ClientAuthenticationStrength?
  {
    if let text = request.credentials.assertion {
      try ClientAssertion(text, request).check(&exchange)
      return .certificate
    }
    guard let secret = request.credentials.secret else { return nil }
    try check(secret, of: request.client, at: request.call.now)
    return .secret
  }

  /// Whether the secret is one of the app's and in its time.
  static func check(_ secret: String, of client: Application, at now: UnixTime) throws(Refusal) {
    let id = "\(client.id)"
    let matches = client.secrets.filter { $0.digest.matches(secret) && $0.startsAt <= now }
    guard !matches.isEmpty else { throw .invalidClientSecret(clientID: id) }
    guard matches.contains(where: { now < $0.expiresAt }) else { throw .clientSecretExpired(clientID: id) }
  }

  /// For a code or token that is not known, so that its kind is not either: what was sent must still be right.
  static func checkUnknownGrant(_ request: TokenRequest, _ exchange: inout Exchange) throws(Refusal) {
    if request.client.hasCredentials { _ = try proof(request, &exchange) }
  }
}

/// What the `Origin` header says about who redeems: a browser may redeem only what a single-page app was given, and nobody else
/// may redeem that.
enum OriginRule {
  static func check(_ origin: String?, platform: RedirectURIRegistration.Platform) throws(Refusal) {
    switch (platform, origin) {
    case (.spa, nil): throw Refusal(.crossOriginRequired)
    case (.web, let origin?), (.native, let origin?): throw .crossOriginNotPermitted(origin: origin)
    default: return
    }
  }
}
