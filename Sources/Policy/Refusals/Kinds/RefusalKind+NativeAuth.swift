/// What the native authentication API of External ID refuses (Microsoft: "Native authentication API reference").
extension RefusalKind {
  static let nativeAuth: [RefusalKind] = [
    nativeConfidentialClient, nativeDisabled, challengeTypeUnsupported, continuationTokenInvalid,
    continuationTokenExpired, oneTimeCodeWrong, newPasswordRefused, factorBlocked, challengeTargetInvalid,
    passwordChangeNeeded, userAlreadyExists, credentialRequired, attributesRequired, attributesInvalid,
    recoveryUnsupported, tooManyCodes,
  ]

  package static let nativeConfidentialClient = RefusalKind(
    550022, "nativeConfidentialClient", .native, .invalidClient, status: 400, on: [.native],
    "Confidential Client is not supported in Native Authentication API flow.", errorURI: false,
    meaning: "The app is not a public client.", remedy: "Switch \"Allow public client flows\" on.",
    cause: "call initiate with an app that does not say isFallbackPublicClient", source: .observed)

  package static let nativeDisabled = RefusalKind(
    500221, "nativeDisabled", .native, .invalidClient, .nativeAPIDisabled, status: 400, on: [.native],
    "The native authentication API is disabled for this application.", errorURI: false,
    meaning: "The registration of the app does not allow native authentication.",
    remedy: "Set nativeAuthenticationApisEnabled to all.",
    cause: "call initiate with an app without nativeAuthenticationApisEnabled", source: .chosen)

  package static let challengeTypeUnsupported = RefusalKind(
    901007, "challengeTypeUnsupported", .native, .invalidRequest, on: [.native],
    "The challenge_type list parameter contains an unsupported challenge type.", variants: [.challengeWithoutRedirect],
    errorURI: false, meaning: "challenge_type is missing, or names something that there is not.",
    remedy: "Send some of oob, password and redirect; redirect always.",
    cause: "call initiate with challenge_type=carrier_pigeon", source: .documented)

  package static let continuationTokenInvalid = RefusalKind(
    55200, "continuationTokenInvalid", .native, .invalidRequest, on: [.native],
    "The continuation_token is invalid.", errorURI: false,
    meaning: "The token is none of this app's, belongs to another step, or was used up.",
    remedy: "Send the newest token; begin again when there is none.",
    cause: "send a made-up continuation_token", source: .observed)

  package static let continuationTokenExpired = RefusalKind(
    552001, "continuationTokenExpired", .native, .expiredToken, on: [.native],
    "The continuation_token has expired.", errorURI: false, meaning: "The customer took too long between two steps.",
    remedy: "Begin again.", cause: "age signInFlows by 11 minutes", source: .reported)

  package static let oneTimeCodeWrong = RefusalKind(
    50181, "oneTimeCodeWrong", .native, .invalidGrant, .invalidCode, on: [.inPage, .native],
    "Unable to validate the otp.", errorURI: false,
    meaning: "The code is not the one that was sent last, is too old, or was tried too often.",
    remedy: "Ask for the code again, or send a new one.", cause: "enter 00000000", source: .reported)

  package static let newPasswordRefused = RefusalKind(
    399246, "newPasswordRefused", .native, .invalidGrant, .passwordTooWeak, on: [.inPage, .native],
    "New password is too weak.",
    variants: [
      .passwordTooShort, .passwordTooLong, .passwordRecentlyUsed, .passwordBanned, .passwordIsInvalid,
    ], errorURI: false, meaning: "The new password breaks a rule; the suberror says which.",
    remedy: "Ask for another one: 8 to 256 characters, three of small letters, capitals, digits and signs.",
    cause: "sign up with a weak password", source: .documented)

  package static let factorBlocked = RefusalKind(
    550024, "factorBlocked", .native, .accessDenied, .blockedByReputation, on: [.native],
    "Configuring multi-factor authentication method is blocked.", variants: [.factorBlockedByAdministrator],
    errorURI: false, meaning: "The service sends no codes to this number: of the number itself, or of its region.",
    remedy: "Offer another method.", source: .reported)

  package static let challengeTargetInvalid = RefusalKind(
    901001, "challengeTargetInvalid", .native, .invalidRequest, on: [.page, .native], "Invalid request.",
    variants: [.adminConsentPrompt], errorURI: false,
    meaning: "What should become the second factor is neither an address nor a number. At v2.0: prompt=admin_consent.",
    remedy: "Send an e-mail address or a phone number with its country. At v2.0 use the admin consent endpoint.",
    cause: "register the second factor with challenge_target=nowhere", source: .reported)

  package static let passwordChangeNeeded = RefusalKind(
    50142, "passwordChangeNeeded", .native, .invalidRequest, on: [.native],
    "Password change is required due to a conditional access policy.", errorURI: false,
    meaning: "The password is right and has expired. The API has no step that changes it here.",
    remedy: "Begin a password reset.", cause: "rule action: { expirePassword: alice }", source: .documented)

  package static let userAlreadyExists = RefusalKind(
    1_003_037, "userAlreadyExists", .native, .userAlreadyExists, on: [.inPage, .native],
    "It looks like you may already have an account with us using this email address.", errorURI: false,
    meaning: "There is an account of that address.", remedy: "Sign in.",
    cause: "sign up with the address of a customer", source: .observed)

  package static let credentialRequired = RefusalKind(
    55103, "credentialRequired", .native, .credentialRequired, on: [.native], "Credential required.", errorURI: false,
    meaning: "The address is proved, and the sign-up needs a password now.",
    remedy: "Call challenge, then send the password.",
    cause: "sign up without a password", source: .reported)

  package static let attributesRequired = RefusalKind(
    55106, "attributesRequired", .native, .attributesRequired, on: [.native], "User attributes required.",
    errorURI: false, meaning: "The user flow wants attributes that were not sent: required_attributes lists them.",
    remedy: "Send them with grant_type=attributes.", cause: "sign up without a required attribute", source: .documented)

  package static let attributesInvalid = RefusalKind(
    55111, "attributesInvalid", .native, .invalidGrant, .attributesInvalid, on: [.native],
    "User attributes are not valid.", errorURI: false,
    meaning: "invalid_attributes lists the attributes whose values will not do.", remedy: "Ask for them again.",
    cause: "sign up with a displayName of 300 characters", source: .chosen)

  package static let recoveryUnsupported = RefusalKind(
    500222, "recoveryUnsupported", .native, .invalidRequest, on: [.native],
    "The tenant or user does not support native credential recovery.", errorURI: false,
    meaning: "The customer has no password, or the user flow has no password reset.", remedy: "Sign in with a code.",
    cause: "reset the password of a customer who signs in with a code", source: .reported)

  package static let tooManyCodes = RefusalKind(
    701014, "tooManyCodes", .native, .invalidRequest, on: [.inPage, .native],
    "Cannot generate more one time passcodes.", errorURI: false,
    meaning: "The address got as many codes as the service sends in half an hour.", remedy: "Wait.",
    cause: "set externalId: { codeLimit: 1 } and ask for two codes", source: .reported)
}

extension RefusalKind.Variant {
  static let adminConsentPrompt = Self(
    when: "prompt=admin_consent comes to v2.0",
    "Invalid request. The prompt request parameter value 'admin_consent' is invalid.")
  package static let challengeWithoutRedirect = Self(
    when: "the list lacks redirect", "The challenge_type list parameter does not include the 'redirect' type.",
    error: .unsupportedChallengeType)

  package static let passwordTooShort = Self(
    when: "the password has fewer than 8 characters", error: .invalidGrant, suberror: .passwordTooShort)
  package static let passwordTooLong = Self(
    when: "the password has more than 256 characters", error: .invalidGrant, suberror: .passwordTooLong)
  package static let passwordRecentlyUsed = Self(
    when: "the password is the one that the customer has", error: .invalidGrant, suberror: .passwordRecentlyUsed)
  package static let passwordBanned = Self(
    when: "the password is one that everybody tries first", error: .invalidGrant, suberror: .passwordBanned)
  package static let passwordIsInvalid = Self(
    when: "the password has characters that none may have", error: .invalidGrant, suberror: .passwordIsInvalid)

  package static let factorBlockedByAdministrator = Self(
    when: "the region of the number is switched off", error: .accessDenied, suberror: .blockedByAdministrator)

  /// The words of the native authentication API for rows of the token endpoint.
  package static let userNotFoundNatively = Self(
    when: "the native authentication API looks for the user", error: .userNotFound)
  package static let multiFactorNatively = Self(
    when: "the native authentication API says so", error: .invalidGrant, suberror: .mfaRequired)
  package static let enrolmentNatively = Self(
    when: "the native authentication API says so", error: .invalidGrant, suberror: .registrationRequired)
}
