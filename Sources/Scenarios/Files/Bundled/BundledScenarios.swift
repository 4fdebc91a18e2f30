// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

/// The scenario library as it is compiled in.
enum BundledScenarios {
  static let all: [(name: String, text: String)] = [
    ("account-picker", accountPicker),
    ("accounts-several", accountsSeveral),
    ("admin-consent-required", adminConsentRequired),
    ("answer-cut", answerCut),
    ("answer-lost", answerLost),
    ("app-disabled", appDisabled),
    ("app-not-assigned", appNotAssigned),
    ("arc-challenge", arcChallenge),
    ("b2c-edit-profile", b2cEditProfile),
    ("b2c-mfa", b2cMfa),
    ("b2c-password-forgotten", b2cPasswordForgotten),
    ("b2c-password-reset", b2cPasswordReset),
    ("b2c-policy-unknown", b2cPolicyUnknown),
    ("b2c-refresh-expired", b2cRefreshExpired),
    ("b2c-sign-up-cancelled", b2cSignUpCancelled),
    ("b2c-sign-up-sign-in", b2cSignUpSignIn),
    ("b2c-social", b2cSocial),
    ("client-secret-expired", clientSecretExpired),
    ("clock-ahead", clockAhead),
    ("clock-behind", clockBehind),
    ("code-expired", codeExpired),
    ("conditional-access-block", conditionalAccessBlock),
    ("connection-reset", connectionReset),
    ("consent-declined", consentDeclined),
    ("consent-incremental", consentIncremental),
    ("consent-preauthorized", consentPreauthorized),
    ("consent-required", consentRequired),
    ("consent-withdrawn", consentWithdrawn),
    ("continuous-access", continuousAccess),
    ("daemon-certificate", daemonCertificate),
    ("daemon-no-roles", daemonNoRoles),
    ("device-code-declined", deviceCodeDeclined),
    ("device-code-expired", deviceCodeExpired),
    ("device-code-slow-down", deviceCodeSlowDown),
    ("device-code", deviceCode),
    ("device-not-compliant", deviceNotCompliant),
    ("discovery-stale", discoveryStale),
    ("discovery-wrong-issuer", discoveryWrongIssuer),
    ("duplicate-app", duplicateApp),
    ("easyauth-signed-out", easyauthSignedOut),
    ("expired-refresh", expiredRefresh),
    ("external-second-factor", externalSecondFactor),
    ("external-sign-up-sign-in", externalSignUpSignIn),
    ("external-social", externalSocial),
    ("federated-subject-wrong", federatedSubjectWrong),
    ("federated-token-expired", federatedTokenExpired),
    ("flaky", flaky),
    ("graph-throttled", graphThrottled),
    ("group-overage", groupOverage),
    ("guest", guest),
    ("happy-path", happyPath),
    ("hint-mismatch", hintMismatch),
    ("html-error", htmlError),
    ("identity-missing", identityMissing),
    ("identity-throttled", identityThrottled),
    ("insufficient-privileges", insufficientPrivileges),
    ("key-rollover", keyRollover),
    ("key-withdrawn", keyWithdrawn),
    ("keys-stale", keysStale),
    ("mfa-expired", mfaExpired),
    ("mfa-failed", mfaFailed),
    ("mfa-registration", mfaRegistration),
    ("mfa-required", mfaRequired),
    ("mfa-step-up", mfaStepUp),
    ("multi-tenant", multiTenant),
    ("native-redirect-to-web", nativeRedirectToWeb),
    ("native-reset-password", nativeResetPassword),
    ("native-sign-in-code", nativeSignInCode),
    ("native-sign-in-password", nativeSignInPassword),
    ("native-sign-up", nativeSignUp),
    ("native-token-expired", nativeTokenExpired),
    ("no-answer", noAnswer),
    ("on-behalf-of", onBehalfOf),
    ("outage", outage),
    ("own-world", ownWorld),
    ("password-changed", passwordChanged),
    ("password-expired", passwordExpired),
    ("password-grant-refused", passwordGrantRefused),
    ("password-reset", passwordReset),
    ("personal-account", personalAccount),
    ("redirect-mismatch", redirectMismatch),
    ("refresh-token-missing", refreshTokenMissing),
    ("replication-lag", replicationLag),
    ("session-expired", sessionExpired),
    ("session-none", sessionNone),
    ("session-revoked", sessionRevoked),
    ("sign-in-cancelled", signInCancelled),
    ("sign-in-frequency", signInFrequency),
    ("slow", slow),
    ("spa-refresh-expired", spaRefreshExpired),
    ("throttled", throttled),
    ("token-bad-signature", tokenBadSignature),
    ("token-claim-missing", tokenClaimMissing),
    ("token-expired", tokenExpired),
    ("token-not-yet-valid", tokenNotYetValid),
    ("token-unknown-key", tokenUnknownKey),
    ("token-unsigned", tokenUnsigned),
    ("token-wrong-audience", tokenWrongAudience),
    ("token-wrong-issuer", tokenWrongIssuer),
    ("token-wrong-nonce", tokenWrongNonce),
    ("token-wrong-tenant", tokenWrongTenant),
    ("unknown-app", unknownApp),
    ("unknown-tenant", unknownTenant),
    ("user-deleted", userDeleted),
    ("user-disabled", userDisabled),
    ("user-locked", userLocked),
    ("user-of-another-tenant", userOfAnotherTenant),
  ]

  /// Their names by theme, as docs/library.md has them.
  static let themes: [(title: String, names: [String])] = [
    (
      "Everything works",
      [
        "happy-path"
      ]
    ),
    (
      "The sign-in has ended",
      [
        "expired-refresh",
        "password-changed",
        "password-reset",
        "session-revoked",
        "sign-in-frequency",
        "spa-refresh-expired",
        "session-expired",
        "code-expired",
        "continuous-access",
      ]
    ),
    (
      "Whose account it is",
      [
        "account-picker",
        "accounts-several",
        "session-none",
        "hint-mismatch",
        "sign-in-cancelled",
        "guest",
        "user-of-another-tenant",
        "personal-account",
        "multi-tenant",
      ]
    ),
    (
      "Consent",
      [
        "consent-required",
        "consent-incremental",
        "consent-declined",
        "consent-withdrawn",
        "admin-consent-required",
        "consent-preauthorized",
      ]
    ),
    (
      "More is asked of the user",
      [
        "mfa-required",
        "mfa-registration",
        "mfa-step-up",
        "mfa-failed",
        "password-expired",
        "mfa-expired",
      ]
    ),
    (
      "The way is closed",
      [
        "user-disabled",
        "user-deleted",
        "user-locked",
        "conditional-access-block",
        "device-not-compliant",
        "app-disabled",
        "app-not-assigned",
      ]
    ),
    (
      "Devices without a browser",
      [
        "device-code",
        "device-code-declined",
        "device-code-expired",
        "device-code-slow-down",
      ]
    ),
    (
      "Apps by themselves, and APIs",
      [
        "client-secret-expired",
        "daemon-certificate",
        "daemon-no-roles",
        "on-behalf-of",
        "password-grant-refused",
      ]
    ),
    (
      "Managed identities and workloads",
      [
        "identity-missing",
        "identity-throttled",
        "arc-challenge",
        "federated-token-expired",
        "federated-subject-wrong",
        "easyauth-signed-out",
      ]
    ),
    (
      "A company of one's own",
      [
        "own-world"
      ]
    ),
    (
      "Programs that administer a tenant",
      [
        "insufficient-privileges",
        "replication-lag",
        "duplicate-app",
      ]
    ),
    (
      "Customers of Azure AD B2C",
      [
        "b2c-sign-up-sign-in",
        "b2c-edit-profile",
        "b2c-password-forgotten",
        "b2c-password-reset",
        "b2c-sign-up-cancelled",
        "b2c-policy-unknown",
        "b2c-social",
        "b2c-mfa",
        "b2c-refresh-expired",
      ]
    ),
    (
      "Customers of External ID",
      [
        "external-sign-up-sign-in",
        "external-social",
        "external-second-factor",
        "native-sign-in-password",
        "native-sign-in-code",
        "native-sign-up",
        "native-reset-password",
        "native-redirect-to-web",
        "native-token-expired",
      ]
    ),
    (
      "The app is set up wrong",
      [
        "redirect-mismatch",
        "unknown-app",
        "unknown-tenant",
      ]
    ),
    (
      "Tokens, keys and clocks",
      [
        "key-rollover",
        "key-withdrawn",
        "clock-ahead",
        "clock-behind",
        "token-unsigned",
        "token-unknown-key",
        "token-not-yet-valid",
        "token-expired",
        "token-wrong-issuer",
        "token-wrong-audience",
        "token-bad-signature",
        "token-wrong-tenant",
        "token-claim-missing",
        "token-wrong-nonce",
        "keys-stale",
        "discovery-wrong-issuer",
        "discovery-stale",
        "group-overage",
      ]
    ),
    (
      "The service is in trouble",
      [
        "outage",
        "html-error",
        "throttled",
        "flaky",
        "slow",
        "graph-throttled",
        "no-answer",
        "answer-cut",
        "connection-reset",
        "answer-lost",
        "refresh-token-missing",
      ]
    ),
  ]
}
