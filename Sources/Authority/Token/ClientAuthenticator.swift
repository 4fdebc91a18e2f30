import Directory
import Policy
import Scenarios
import Time

/// Checks a client's proof against its registration and the kind of grant (Microsoft: "OAuth 2.0 authorization code flow",
/// error codes for the token endpoint).
enum ClientAuthenticator {
  /// Web grants want a credential, spa and native grants must not send one.
  static func authenticate(
    _ credentials: ClientCredentials, of client: Application, platform: RedirectURIRegistration.Platform,
    at now: UnixTime
  ) throws(Refusal) -> ClientAuthenticationStrength {
    guard platform == .web else {
      guard credentials.isEmpty else { throw .credentialFromPublicClient }
      return .none
    }
    guard let secret = credentials.secret else { throw .credentialMissing }
    try check(secret, of: client, at: now)
    return .secret
  }

  /// Whether the secret is one of the app's and in its time.
  static func check(_ secret: String, of client: Application, at now: UnixTime) throws(Refusal) {
    let id = "\(client.id)"
    guard let match = client.secrets.first(where: { $0.digest.matches(secret) && $0.startsAt <= now }) else {
      throw .invalidClientSecret(clientID: id)
    }
    guard now < match.expiresAt else { throw .clientSecretExpired(clientID: id) }
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

extension ClientAuthenticator {
  /// For a code or token that is not known, so that its kind is not either: what was sent must still be right.
  static func checkUnknownGrant(_ request: TokenRequest) throws(Refusal) {
    if let secret = request.credentials.secret, !request.client.secrets.isEmpty {
      try check(secret, of: request.client, at: request.call.now)
    }
  }
}
