import Expectations
import Policy
import Testing
import Time

/// Every factory once, with the row it must lead to and the whole text where dates or spans take part.
@Suite("The factories of refusals") struct FactoryTests {
  private static let issued = UnixTime(iso8601: "2025-05-05T07:58:49.1784343Z") ?? UnixTime(seconds: 0)
  private static let valid = UnixTime(iso8601: "2025-05-06T19:22:03Z") ?? UnixTime(seconds: 0)

  static let all: [(name: String, refusal: Refusal)] =
    grants + clients + credentials + session + policy + requests + rest

  private static let grants: [(String, Refusal)] = [
    ("unsupportedGrantType", .unsupportedGrantType("x")),
    ("grantInvalid", .familyTokenOfAnotherApp),
    ("grantInvalid", .deviceCodeUsed),
    ("refreshTokenInactive", .refreshTokenInactive(issuedAt: issued)),
    ("singlePageAppTokenExpired", .singlePageAppTokenExpired(issuedAt: issued)),
    ("signInFrequencyExceeded", .signInFrequencyExceeded(issuedAt: issued, maximumLifetime: .hours(1))),
    ("grantRevoked", .grantRevoked(issuedAt: issued, tokensValidFrom: valid)),
    ("malformedGrant", .malformedCode),
    ("malformedGrant", .malformedBody),
    ("federationRealmNotFound", .federationRealmNotFound(issuer: "i")),
    ("assertionSignatureUnverified", .assertionSignatureUnverified(thumbprint: "AB")),
    ("assertionForAnotherAudience", .assertionForAnotherAudience(audience: "a", clientID: "c", name: "n")),
    ("assertionExpired", .assertionExpired(now: valid, expires: issued)),
    ("onBehalfOfNotAllowed", .onBehalfOfNotAllowed(clientID: "c")),
  ]

  private static let clients: [(String, Refusal)] = [
    ("redirectURIMismatch", .redirectURIMismatch(uri: "u", clientID: "c")),
    ("replyAddressMismatch", .replyAddressMismatch(sent: "a", original: "b")),
    ("applicationNotFound", .applicationNotFound(clientID: "c", directory: "d")),
    ("notAnApplicationIdentifier", .notAnApplicationIdentifier("c")),
    ("applicationDisabled", .applicationDisabled(clientID: "c", name: "n")),
    ("singleTenantApplication", .singleTenantApplication(clientID: "c", name: "n")),
    ("personalAccountsOnly", .personalAccountsOnly(clientID: "c", name: "n")),
    ("organizationAccountsOnly", .organizationAccountsOnly(clientID: "c", name: "n")),
    ("tenantNotFound", .tenantNotFound("t")), ("tenantNotFound", .tenantNotFoundAtDiscovery("t")),
    ("tenantIdentifierInvalid", .tenantIdentifierInvalid("t")),
  ]

  private static let credentials: [(String, Refusal)] = [
    ("invalidClientSecret", .invalidClientSecret(clientID: "c")),
    ("clientSecretExpired", .clientSecretExpired(clientID: "c")),
    ("assertionCertificateUnknown", .assertionCertificateUnknown(clientID: "c", thumbprint: "AB")),
    ("assertionCertificateUnknown", .assertionSignatureInvalid(thumbprint: "AB", reason: "r")),
    ("assertionOutsideValidTime", .assertionOutsideValidTime(now: issued, validFrom: issued, expires: valid)),
    ("assertionMalformed", .assertionWithoutThumbprint), ("federatedIssuerMismatch", .federatedIssuerMismatch("i")),
    ("federatedAudienceMismatch", .federatedAudienceMismatch("a", ofEntra: false)),
    ("federatedEntraAudienceMismatch", .federatedAudienceMismatch("a", ofEntra: true)),
    ("federatedSubjectMismatch", .federatedSubjectMismatch("s")),
  ]

  private static let session: [(String, Refusal)] = [
    ("passwordExpired", .passwordExpired(changeURL: "u")),
    ("userNotFound", .userNotFound(tenant: "t")),
    (
      "externalAccountNotInTenant",
      .externalAccountNotInTenant(identityProvider: "live.com", tenant: "t", clientID: "c", name: "n")
    ),
  ]

  private static let policy: [(String, Refusal)] = [
    ("multiFactorRequired", .multiFactorRequired(resource: "r", claims: "{}")),
    ("multiFactorEnrolmentRequired", .multiFactorEnrolmentRequired(resource: "r")),
    ("userNotAssigned", .userNotAssigned(clientID: "c", name: "n")),
    ("applicationNotAssigned", .applicationNotAssigned(clientID: "c", name: "n", resource: "r", resourceName: "rn")),
  ]

  private static let requests: [(String, Refusal)] = [
    ("missingParameter", .missingParameter("code")), ("missingCredentialField", .missingCredentialField("p")),
    ("duplicateParameter", .duplicateParameter("p")),
    ("unsupportedValue", .claimsNotJSON),
    ("methodNotAllowed", .methodNotAllowed("GET")),
    ("responseTypeUnsupported", .responseTypeUnsupported("t")),
    ("responseModeUnsupported", .responseModeUnsupported("query")),
    ("crossOriginNotPermitted", .crossOriginNotPermitted(origin: "o")),
  ]

  private static let rest: [(String, Refusal)] = [
    ("scopeInvalid", .scopeInvalid("s")), ("scopeInvalid", .defaultScopeCombined("s")),
    ("scopeNotDefault", .scopeNotDefault("s")), ("severalResources", .severalResources("s")),
    ("assertionSubjectMissing", .severalResourcesInImplicitGrant("s")),
    ("resourceNotFound", .resourceNotFound("r", tenant: "t")), ("resourceDisabled", .resourceDisabled("r")),
    ("tokenForItself", .tokenForItself(clientID: "c", asked: "api://c")),
    ("consentRequired", .consentRequired(clientID: "c", name: "n")),
    ("consentDeclined", .consentDeclinedAtLegacyEndpoint),
    ("scopeInvalid", .scopeOfDeviceUnknown("s")),
    ("scopeUnknown", .scopeUnknown("s", resource: "r", appName: "n")),
    ("resourceNotListed", .resourceNotListed(clientID: "c", name: "n", resource: "r", resourceID: "i", listed: [])),
    ("adminConsentRequired", .adminConsentRequired(tenant: "t", appName: "n")),
    ("preauthorizationRequired", .preauthorizationRequired(clientID: "c", resource: "r")),
    ("scopeInvalid", .scopeUnformed("s")), ("scopeInvalid", .defaultScopesExceeded("s")),
    ("scopeInvalid", .openIDMissing("s")),
    ("applicationDisabledHere", .applicationDisabledHere(clientID: "c", name: "n", tenant: "t")),
    ("servicePrincipalMissing", .servicePrincipalMissing(clientID: "c", tenant: "t")),
    ("tenantIdentifierEmpty", .tenantIdentifierEmpty("t")), ("userDeleted", .userDeleted(tenant: "t")),
    ("replyAddressNotAbsolute", .replyAddressNotAbsolute), ("notSignedIn", .notSignedInWithoutCookies),
    ("guestNotOnAlias", .guestNotOnAlias()),
    ("assertionSignatureUnverified", .assertionKeyFound(thumbprint: "t", from: issued, to: valid)),
    ("resourceParameter", .authenticationMethodsUnsupported), ("challengeTargetInvalid", .adminConsentPrompt),
    ("methodNotAllowed", .formNotPosted("GET")),
    ("assertionCertificateUnknown", .assertionCertificateUnnamed(clientID: "c")),
    ("federatedAssertionLivesTooLong", .federatedAssertionLivesTooLong(issuedAt: issued, expires: valid)),
  ]

  @Test("lead to their row and fill each placeholder of its text, no more", arguments: all.indices)
  func complete(index: Int) {
    let (name, refusal) = Self.all[index]
    expectEqual(refusal.kind.name, name)
    expectEqual(Catalogue.kind(code: refusal.code), refusal.kind)
    expectEqual(Set(refusal.arguments.keys), refusal.template.placeholders, "\(name)")
  }

  @Test(
    "print times and spans as the service does",
    arguments: [
      (
        Refusal.refreshTokenInactive(issuedAt: issued),
        "AADSTS700082: The refresh token has expired due to inactivity.\u{A0}The token was issued on "
          + "2025-05-05T07:58:49.1784343Z and was inactive for 90.00:00:00."
      ),
      (
        Refusal.singlePageAppTokenExpired(issuedAt: issued),
        "AADSTS700084: The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited "
          + "lifetime of 1.00:00:00, which cannot be extended. It is now expired and a new sign in request must be sent "
          + "by the SPA to the sign in page. The token was issued on 2025-05-05T07:58:49.1784343Z."
      ),
      (
        Refusal.signInFrequencyExceeded(issuedAt: issued, maximumLifetime: .hours(1)),
        "AADSTS70043: The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. "
          + "The token was issued on 2025-05-05T07:58:49.1784343Z and the maximum allowed lifetime for this request is "
          + "3600."
      ),
      (
        Refusal.grantRevoked(issuedAt: issued, tokensValidFrom: valid),
        "AADSTS50173: The provided grant has expired due to it being revoked, a fresh auth token is needed. The user "
          + "might have changed or reset their password. The grant was issued on '2025-05-05T07:58:49.1784343Z' and the "
          + "TokensValidFrom date (before which tokens are not valid) for this user is '2025-05-06T19:22:03.0000000Z'."
      ),
      (
        Refusal(.refreshTokenTooOld, [.issuedAt: issued.iso8601Ticks, .lifetime: Duration.days(90).timeSpan]),
        "AADSTS700081: The refresh token has expired due to maximum lifetime. The token was issued on "
          + "2025-05-05T07:58:49.1784343Z and the maximum allowed lifetime for this application is 90.00:00:00."
      ),
      (
        Refusal.assertionExpired(now: valid, expires: issued),
        "AADSTS500133: Assertion is not within its valid time range. Ensure that the access token is not expired before "
          + "using it for user assertion, or request a new token. Current time: 2025-05-06T19:22:03.0000000Z, expiry "
          + "time of assertion 2025-05-05T07:58:49.1784343Z."
      ),
      (
        Refusal.userNotFound(tenant: "Contoso"),
        "AADSTS50034: The user account {EUII Hidden} does not exist in the Contoso directory. To sign into this "
          + "application, the account must be added to the directory."
      ),
    ])
  func wording(refusal: Refusal, description: String) { expectEqual(refusal.description, description) }
}
