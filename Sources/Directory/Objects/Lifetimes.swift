import Time

/// How long things live in one world (Microsoft: "Configurable token lifetimes", "Refresh tokens").
package struct Lifetimes: Sendable, Hashable {
  /// One hour, always the same, so that a test run repeats. Microsoft's service draws a time between 60 and 90
  /// minutes.
  package var accessToken = Duration.hours(1)
  /// Whether each access token of a user lives for a time of its own between 60 and 90 minutes, and a longer-lived one between 70000 and
  /// 86400 seconds, as the service has it. Tokens of apps do not.
  package var drawsAccessToken = false
  /// For a token of an app that declares the client capability `cp1`, when it is for Microsoft Graph, Exchange or SharePoint
  /// (continuous access evaluation). Such a token lives longer, because the API can revoke it with a claims
  /// challenge.
  package var continuousAccessToken = Duration.hours(24)
  /// From issue to `exp`.
  package var idToken = Duration.hours(1)
  /// The same for a personal account (observed 2025, 2026).
  package var personalIDToken = Duration.hours(24)
  /// From issue to the last moment at which the client may redeem the code.
  package var authorizationCode = Duration.minutes(10)
  /// A refresh token of a web or native client ends when the client has not used it for this long.
  package var refreshTokenIdle = Duration.days(90)
  /// The refresh tokens of a single-page app end this long after the client redeemed the code; a renewal does not
  /// move the end.
  package var singlePageRefreshToken = Duration.hours(24)
  /// The time that the user has to enter the user code and to sign in (RFC 8628 `expires_in`).
  package var deviceCode = Duration.minutes(15)
  /// A browser session ends when the browser has not used it for this long.
  package var session = Duration.hours(24)
  /// The same for a session whose user answered yes to "Stay signed in?".
  package var persistentSession = Duration.days(90)
  /// How long a client of the native authentication API may wait between two steps.
  package var continuationToken = Duration.minutes(10)
  /// How long a customer may take to enter a one-time code.
  package var oneTimeCode = Duration.minutes(10)
  /// How long an address that Graph gave for the next page of a list is good for. The service's own time is not documented (chosen).
  package var pageToken = Duration.hours(1)
  /// How long the user may leave a sign-in page open before its form is too old.
  package var signInFlow = Duration.hours(1)

  /// Every access token of a managed identity, from issue to `exp` (observed).
  package static let managedIdentity = Duration.hours(24)
  /// That of an app which the tenant of the Bot Framework does not have (observed 2022-02).
  package static let withoutPrincipal = Duration.hours(24)

  /// The service's own lifetimes; scenarios and the control API change single ones.
  package init() {}
}
