import Time

/// How long things live in one world (Microsoft: "Configurable token lifetimes", "Refresh tokens").
package struct Lifetimes: Sendable, Hashable {
  /// One hour, fixed so that runs repeat; the service draws 60 to 90 minutes.
  package var accessToken = Duration.hours(1)
  /// An app's token for an API of Microsoft's when the app says it heeds claims challenges (capability `cp1`).
  package var continuousAccessToken = Duration.hours(24)
  package var idToken = Duration.hours(1)
  package var authorizationCode = Duration.minutes(10)
  /// How long a refresh token of a web or native client may lie unused.
  package var refreshTokenIdle = Duration.days(90)
  /// How long after the first redemption the refresh tokens of a single-page app end.
  package var singlePageRefreshToken = Duration.hours(24)
  package var deviceCode = Duration.minutes(15)
  /// How long a browser session may lie unused.
  package var session = Duration.hours(24)
  /// The same after "Stay signed in?" was answered with yes.
  package var persistentSession = Duration.days(90)
  /// How long a sign-in page may be left open.
  package var signInFlow = Duration.hours(1)

  package init() {}
}
