package import Time

extension Refusal {
  /// The token endpoint does not offer the `grant_type`.
  package static func unsupportedGrantType(_ grantType: String) -> Refusal {
    Refusal(.unsupportedGrantType, [.grantType: grantType])
  }

  /// An app outside of the family sent a refresh token of the family.
  package static let familyTokenOfAnotherApp = Refusal(.grantInvalid, as: .familyTokenOfAnotherApp)

  /// The client did not use the refresh token for too long. `inactive` is the time allowed, not the time that passed.
  package static func refreshTokenInactive(issuedAt: UnixTime, inactive: Duration = .days(90)) -> Refusal {
    Refusal(.refreshTokenInactive, [.issuedAt: issuedAt.iso8601Ticks, .inactive: inactive.timeSpan])
  }

  /// The refresh token of a single-page app has reached its fixed end, which counts from the first sign-in.
  package static func singlePageAppTokenExpired(issuedAt: UnixTime, lifetime: Duration = .days(1)) -> Refusal {
    Refusal(.singlePageAppTokenExpired, [.issuedAt: issuedAt.iso8601Ticks, .lifetime: lifetime.timeSpan])
  }

  /// The refresh token is older than a policy's sign-in frequency allows.
  package static func signInFrequencyExceeded(issuedAt: UnixTime, maximumLifetime: Duration) -> Refusal {
    Refusal(
      .signInFrequencyExceeded,
      [.issuedAt: issuedAt.iso8601Ticks, .lifetime: String(maximumLifetime.wholeSeconds)])
  }

  /// The grant is older than the time from which the user's tokens are valid, which the service has in whole seconds (observed).
  package static func grantRevoked(issuedAt: UnixTime, tokensValidFrom: UnixTime) -> Refusal {
    Refusal(
      .grantRevoked,
      [
        .issuedAt: issuedAt.iso8601Ticks,
        .tokensValidFrom: UnixTime(seconds: tokensValidFrom.seconds).iso8601Ticks,
      ])
  }

  /// A code of the personal-account service is not worth anything. Its codes begin with `M.`.
  package static let codeNotValid = Refusal(.grantInvalid, as: .codeNotValid)

  /// A code of the personal-account service is too old. That service has no number of its own for it (observed 2020-09-02).
  package static let personalCodeTooOld = Refusal(.grantInvalid, as: .codeTooOld)

  /// A refresh token of the personal-account service is not worth anything. Its tokens begin with `M.`.
  package static let refreshTokenNotValid = Refusal(.grantInvalid, as: .refreshTokenNotValid)

  /// The personal-account service says one thing of every refresh token that has ended (observed in 2026).
  package static let personalGrantExpired = Refusal(.grantInvalid, as: .grantExpired)

  /// A personal account has not granted what the client asks for.
  package static let scopesUnauthorized = Refusal(.grantInvalid, as: .scopesUnauthorized)

  /// The authorization code cannot be read.
  package static let malformedCode = Refusal(.malformedGrant, as: .malformedCode)

  /// The body, or another grant, cannot be read.
  package static let malformedBody = Refusal(.malformedGrant, as: .malformedBody)

  /// The SAML assertion comes from a federation server that no tenant trusts.
  package static func federationRealmNotFound(issuer: String) -> Refusal {
    Refusal(.federationRealmNotFound, [.issuer: issuer])
  }
}

// MARK: - On-behalf-of

extension Refusal {
  /// The signature of the assertion is wrong. `thumbprint` is in capital hexadecimal digits.
  package static func assertionSignatureUnverified(
    reason: String = "The key was not found.", thumbprint: String
  ) -> Refusal {
    Refusal(.assertionSignatureUnverified, [.reason: reason, .thumbprint: thumbprint])
  }

  /// The key of the assertion is known, and the signature is not one of it. `from` and `to` are the key's own times.
  package static func assertionKeyFound(thumbprint: String, from: UnixTime, to: UnixTime) -> Refusal {
    Refusal(
      .assertionSignatureUnverified,
      [
        .reason: "Key was found, but use of the key to verify the signature failed.", .thumbprint: thumbprint,
        .validFrom: from.americanDate, .expires: to.americanDate,
      ], as: .assertionKeyFound)
  }

  /// The assertion is for another API than the app that sent it.
  package static func assertionForAnotherAudience(audience: String, clientID: String, name: String) -> Refusal {
    Refusal(.assertionForAnotherAudience, [.audience: audience, .app: clientID, .appName: name])
  }

  /// The `exp` of the assertion has passed.
  package static func assertionExpired(now: UnixTime, expires: UnixTime) -> Refusal {
    Refusal(.assertionExpired, [.now: now.iso8601Ticks, .expires: expires.iso8601Ticks])
  }

  /// The assertion is an app-only token.
  package static func onBehalfOfNotAllowed(clientID: String) -> Refusal {
    Refusal(.onBehalfOfNotAllowed, [.app: clientID])
  }
}
