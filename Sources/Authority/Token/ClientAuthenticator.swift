import Directory
import Policy
import Scenarios
import Time

/// Checks a client's proof against its registration and the kind of grant (Microsoft: "OAuth 2.0 authorization code flow",
/// error codes for the token endpoint).
enum ClientAuthenticator {
  /// Web grants want a credential, spa and native grants must not send one.
  static func authenticate(_ request: TokenRequest, platform: RedirectURIRegistration.Platform) throws(Refusal)
    -> ClientAuthenticationStrength
  {
    guard platform == .web else {
      guard request.credentials.isEmpty else { throw .credentialFromPublicClient }
      return .none
    }
    guard let strength = try proof(request) else { throw .credentialMissing }
    return strength
  }

  /// For grants without a redirect URI: a credential counts, and without one the app must allow public client flows.
  static func authenticate(_ request: TokenRequest) throws(Refusal) -> ClientAuthenticationStrength {
    if request.client.allowsPublicClientFlows {
      guard request.credentials.isEmpty || !request.client.hasCredentials else {
        return try proof(request) ?? .none
      }
      guard request.credentials.isEmpty else { throw .credentialFromPublicClient }
      return .none
    }
    guard let strength = try proof(request) else { throw .credentialMissing }
    return strength
  }

  /// Checks what was sent, whatever the kind of client; nil when nothing was.
  static func proof(_ request: TokenRequest) throws(Refusal) -> ClientAuthenticationStrength? {
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
  static func checkUnknownGrant(_ request: TokenRequest) throws(Refusal) {
    if request.client.hasCredentials { _ = try proof(request) }
  }
}

/// What the `Origin` header says about who redeems: a browser may redeem only what a single-page app was given, and nobody else
/// may redeem that.
enum OriginRule {
  static func check(_ origin: String?, platform: RedirectURIRegistration.Platform) throws(Refusal) {
    switch (platform, origin) {
    case (.spa, nil): throw .crossOriginRequired
    case (.web, let origin?), (.native, let origin?): throw .crossOriginNotPermitted(origin: origin)
    default: return
    }
  }
}
