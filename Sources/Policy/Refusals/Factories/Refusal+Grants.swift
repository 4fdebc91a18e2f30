package import Time

extension Refusal {
  /// A `grant_type` that the token endpoint does not offer.
  package static func unsupportedGrantType(_ grantType: String) -> Refusal {
    Refusal(.unsupportedGrantType, [.grantType: grantType])
  }

  /// A family refresh token in the hands of an app outside the family.
  package static let familyTokenOfAnotherApp = Refusal(.grantInvalid, as: .familyTokenOfAnotherApp)

  /// A refresh token that nobody used for the time allowed; `inactive` is that time and not how long it really lay.
  package static func refreshTokenInactive(issuedAt: UnixTime, inactive: Duration = .days(90)) -> Refusal {
    Refusal(.refreshTokenInactive, [.issuedAt: issuedAt.iso8601Ticks, .inactive: inactive.timeSpan])
  }

  /// A single-page app's refresh token past its fixed end, counted from the first sign-in.
  package static func singlePageAppTokenExpired(issuedAt: UnixTime, lifetime: Duration = .days(1)) -> Refusal {
    Refusal(.singlePageAppTokenExpired, [.issuedAt: issuedAt.iso8601Ticks, .lifetime: lifetime.timeSpan])
  }

  /// A refresh token older than a sign-in frequency policy allows.
  package static func signInFrequencyExceeded(issuedAt: UnixTime, maximumLifetime: Duration) -> Refusal {
    Refusal(
      .signInFrequencyExceeded,
      [.issuedAt: issuedAt.iso8601Ticks, .lifetime: String(maximumLifetime.wholeSeconds)])
  }

  /// A grant from before the time since which the user's tokens are valid.
  package static func grantRevoked(issuedAt: UnixTime, tokensValidFrom: UnixTime) -> Refusal {
    Refusal(
      .grantRevoked, [.issuedAt: issuedAt.iso8601Ticks, .tokensValidFrom: tokensValidFrom.iso8601Ticks])
  }

  /// An authorization code that cannot be read.
  package static let malformedCode = Refusal(.malformedGrant, as: .malformedCode)

  /// A body, or another grant, that cannot be read.
  package static let malformedBody = Refusal(.malformedGrant, as: .malformedBody)

  /// A SAML assertion of a federation server nobody federated with.
  package static func federationRealmNotFound(issuer: String) -> Refusal {
    Refusal(.federationRealmNotFound, [.issuer: issuer])
  }
}

// MARK: - On-behalf-of

extension Refusal {
  /// An assertion signed with another key, or changed. `thumbprint` is upper-case hexadecimal.
  package static func assertionSignatureUnverified(
    reason: String = "The key was not found.", thumbprint: String
  ) -> Refusal {
    Refusal(.assertionSignatureUnverified, [.reason: reason, .thumbprint: thumbprint])
  }

  /// An assertion for another API than the app that presents it.
  package static func assertionForAnotherAudience(audience: String, clientID: String, name: String) -> Refusal {
    Refusal(.assertionForAnotherAudience, [.audience: audience, .app: clientID, .appName: name])
  }

  /// An assertion whose `exp` has passed.
  package static func assertionExpired(now: UnixTime, expires: UnixTime) -> Refusal {
    Refusal(.assertionExpired, [.now: now.iso8601Ticks, .expires: expires.iso8601Ticks])
  }

  /// An app-only token as assertion.
  package static func onBehalfOfNotAllowed(clientID: String) -> Refusal {
    Refusal(.onBehalfOfNotAllowed, [.app: clientID])
  }
}
