import Challenges
import Directory
import Time
import Worlds

/// Errors of the check of the access token, in the order of the checks.
extension GraphError {
  /// What Conditional Access says in the place of the directory's text (observed).
  static func scopesMissing(as refusal: GraphError) -> Self {
    Self(
      403, .accessDenied, "You cannot perform the requested operation, required scopes are missing in the token.",
      because: refusal.reason)
  }

  /// What the service of the methods of users says of a token without the permission (observed 2026-07).
  static func methodsDenied(as refusal: GraphError) -> Self {
    var error = Self(403, .methodsDenied, "Request Authorization failed", because: refusal.reason)
    error.innerMessage = error.message
    return error
  }

  private static func token(_ message: String, because reason: String) -> Self {
    Self(401, .invalidAuthenticationToken, message, because: reason)
  }

  static func noToken(because reason: String) -> Self { token("Access token is empty.", because: reason) }

  /// The text was observed in 2024. Before, the text was about a compact token.
  static let notAJWT = token(
    """
    IDX14100: JWT is not well formed, there are no dots (.).
    The token needs to be in JWS or JWE Compact Serialization Format. (JWS): \
    'EncodedHeader.EncodedPayload.EncodedSignature'. (JWE): \
    'EncodedProtectedHeader.EncodedEncryptedKey.EncodedInitializationVector.EncodedCiphertext.EncodedAuthenticationTag'.
    """, because: "the token is not a JWT: it has no dots")

  static func undecodable(because problem: String) -> Self {
    token("IDX14102: Unable to decode the header '[PII is hidden]' as Base64Url encoded string.", because: problem)
  }

  static func invalidSignature(because reason: String) -> Self {
    token("Access token validation failure. Invalid signature.", because: reason)
  }

  /// The text is chosen, after the others.
  static func proofInvalid(because reason: String) -> Self {
    token("Access token validation failure. Invalid proof of possession.", because: reason)
  }

  static func invalidIssuer(because reason: String) -> Self {
    token("Access token validation failure. Invalid issuer.", because: reason)
  }

  static func invalidAudience(_ audience: String, because reason: String? = nil) -> Self {
    token(
      "Access token validation failure. Invalid audience.",
      because: reason ?? "the token is for \(audience), and Microsoft Graph is \(WellKnown.graph)")
  }

  /// `time` is nil for a token without `exp`.
  static func expired(at time: UnixTime?) -> Self {
    token(
      "Lifetime validation failed, the token is expired.",
      because: time.map { "the token expired at \($0.iso8601)" } ?? "the token has no exp")
  }

  static func notYetValid(until time: UnixTime) -> Self {
    token(
      "Lifetime validation failed, the token is not yet valid.", because: "the token is valid from \(time.iso8601)")
  }

  /// Continuous access evaluation: the client declared that it can handle a claims challenge, and the sign-in behind
  /// its token was revoked (Microsoft: "Claims challenges, claims requests, and client capabilities"). The next token
  /// must be issued at `now` or later.
  static func revoked(at now: UnixTime, because reason: String) -> Self {
    challenge("TokenIssuedBeforeRevocationTimestamp", at: now, because: reason)
  }

  /// As `revoked`, for a user who is in a place that the tenant does not trust: the next token has to come from `address`, at which
  /// Graph sees the client.
  static func leftTrustedLocation(at now: UnixTime, from address: String, because reason: String) -> Self {
    challenge(
      "LocationConditionEvaluationSatisfied", claims: GraphChallenge.newToken(since: now, from: address),
      because: reason)
  }

  /// A claims challenge that a rule wants. The text is that of a revocation, the only one with a record.
  static func demanding(_ claims: String) -> Self {
    challenge("TokenIssuedBeforeRevocationTimestamp", claims: claims, because: "a rule demands \(claims)")
  }

  private static func challenge(_ code: String, at now: UnixTime, because reason: String) -> Self {
    challenge(code, claims: ChallengeAction.newToken(since: now), because: reason)
  }

  private static func challenge(_ code: String, claims: String, because reason: String) -> Self {
    var error = token(
      "Continuous access evaluation resulted in challenge with result: InteractionRequired and code: \(code)",
      because: reason)
    error.claims = claims
    return error
  }

  /// As `revoked`, with another code: policies that were changed, or an app that has left the trusted places.
  static func outdated(_ code: String, at now: UnixTime, because reason: String) -> Self {
    challenge(code, at: now, because: reason)
  }

  static func notFound(_ id: String) -> Self {
    Self(
      404, .resourceNotFound,
      "Resource '\(id)' does not exist or one of its queried reference-property objects are not present.",
      because: "there is no \(id)")
  }

  static func clientUnknown(_ id: String) -> Self {
    Self(
      403, .identityNotFound, "The identity of the calling application could not be established.",
      because: "the tenant has no service principal of app \(id)")
  }

  /// `ofApp`: the token is an app's own, so its roles count.
  static func insufficientPrivileges(needed: [String], held: [String], ofApp: Bool) -> Self {
    let (kind, list) = ofApp ? ("application", "roles") : ("delegated", "scp")
    return Self(
      403, .requestDenied, "Insufficient privileges to complete the operation.",
      because: "the token is \(ofApp ? "an app's own" : "one of a user") and has "
        + "\(held.isEmpty ? "no \(list)" : "\(list) \(held.joined(separator: " "))"), and as \(kind) permission one of "
        + "\(needed.joined(separator: ", ")) is needed")
  }

  static let needsUser = Self(
    400, .badRequest, "/me request is only valid with delegated authentication flow.",
    because: "the token is an app's own, so there is nobody it could mean")
}
