// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

/// The scenario library as it is compiled in.
enum BundledScenarios {
  static let all: [(name: String, text: String)] = [
    ("admin-consent-required", adminConsentRequired),
    ("app-disabled", appDisabled),
    ("app-not-assigned", appNotAssigned),
    ("client-secret-expired", clientSecretExpired),
    ("conditional-access-block", conditionalAccessBlock),
    ("consent-required", consentRequired),
    ("consent-withdrawn", consentWithdrawn),
    ("device-code-expired", deviceCodeExpired),
    ("device-not-compliant", deviceNotCompliant),
    ("expired-refresh", expiredRefresh),
    ("flaky", flaky),
    ("group-overage", groupOverage),
    ("happy-path", happyPath),
    ("html-error", htmlError),
    ("mfa-registration", mfaRegistration),
    ("mfa-required", mfaRequired),
    ("mfa-step-up", mfaStepUp),
    ("outage", outage),
    ("password-changed", passwordChanged),
    ("password-expired", passwordExpired),
    ("session-revoked", sessionRevoked),
    ("sign-in-frequency", signInFrequency),
    ("slow", slow),
    ("spa-refresh-expired", spaRefreshExpired),
    ("throttled", throttled),
    ("user-deleted", userDeleted),
    ("user-disabled", userDisabled),
    ("user-locked", userLocked),
  ]
}
