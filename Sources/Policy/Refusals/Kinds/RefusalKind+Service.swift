/// What goes wrong on the service's side, and sign-out.
extension RefusalKind {
  static let service: [RefusalKind] = [
    issuanceFailed, transientFailure, transientSignInFailure, transientFlowFailure, transientServiceFailure,
    transientDirectoryFailure, timedOut, throttled, notSupported, featureDisabled, claimsProviderFailed,
    failedForGood, protocolTooOld, issuanceDenied,
  ]

  static let signOut: [RefusalKind] = [
    signOutMalformed, signOutInitiatorUnknown, signOutInitiatorInvalid, signOutMessageInvalid, sessionIDInvalid,
  ]

  package static let issuanceFailed = RefusalKind(
    50000, "issuanceFailed", .service, .serverError, status: 500, on: [.page, .token],
    "There was an error issuing a token or an issue with our sign-in service.",
    meaning: "The service failed to issue a token.",
    remedy: "Try again once or twice, then tell the user.",
    cause: "name the user of user_fic by a user_id that is not a GUID", source: .listed)

  package static let issuanceDenied = RefusalKind(
    90123, "issuanceDenied", .service, .accessDenied, on: [.redirect],
    """
    The token can't be issued because the identity or claim issuance provider denied the request. Response code: \
    access_denied.
    """,
    meaning: "A provider that the service asked on the way, of the identity or of claims, said no.",
    remedy: "Ask who runs that provider.", source: .observed)

  package static let transientFailure = transient(90033, "transientFailure", errorURI: false)
  /// The text is that of the backup service, which answers while the service itself is down (observed).
  package static let transientSignInFailure = transient(
    50033, "transientSignInFailure",
    "CCS could not serve the request that had failed at ESTS due to server error and got auto failed over to CCS.",
    source: .observed)
  package static let transientFlowFailure = transient(90006, "transientFlowFailure")
  package static let transientServiceFailure = transient(90024, "transientServiceFailure")
  package static let transientDirectoryFailure = transient(90090, "transientDirectoryFailure")

  private static func transient(
    _ code: Int, _ name: String, _ text: MessageTemplate = "A transient error has occurred. Please try again.",
    errorURI: Bool = true, source: RefusalKind.Source = .documented
  ) -> RefusalKind {
    RefusalKind(
      code, name, .service, .temporarilyUnavailable, status: 503, on: [.page, .token], text, errorURI: errorURI,
      meaning: "Something in the service is down for a moment.",
      remedy: "Try again later. MSAL tries once by itself.", source: source)
  }

  package static let timedOut = RefusalKind(
    90012, "timedOut", .service, .temporarilyUnavailable, status: 504, on: [.token], "This request has timed out.",
    meaning: "The service took too long.", remedy: "Try again later.", source: .listed)

  package static let throttled = RefusalKind(
    90055, "throttled", .service, .temporarilyUnavailable, status: 429, on: [.token],
    "There are too many incoming requests.", meaning: "The tenant sends more requests than the service takes.",
    remedy: "Wait as long as Retry-After says.", source: .documented, retryAfter: 60)

  package static let notSupported = RefusalKind(
    90010, "notSupported", .service, .invalidRequest, on: [.token],
    "Unable to create {algorithm} algorithm.", variants: [.grantNotSupportedHere],
    meaning: "The request asks for something this endpoint does not do.",
    remedy: "Read the text: it says which.", source: .listed)

  package static let featureDisabled = RefusalKind(
    51000, "featureDisabled", .service, .invalidRequest, status: 412, on: [.token], "{feature} is/are disabled.",
    meaning: "A feature of the service is switched off.", remedy: "Do without it.", source: .observed)

  package static let claimsProviderFailed = RefusalKind(
    1_100_001, "claimsProviderFailed", .service, .invalidRequest, redirect: .serverError, on: [.redirect, .token],
    "Non-retryable error has occurred. Underlying error code: {underlyingCode}.",
    meaning: "The app's custom claims provider gave no claims: it did not answer, or not as the service wants it.",
    remedy: "Read the code in the text and the journal: they say what was wrong with the answer.",
    cause: "let `onTokenIssuanceStart` of an app name an address where nobody answers", source: .chosen)

  package static let signOutMalformed = RefusalKind(
    50061, "signOutMalformed", .signOut, .invalidRequest, on: [.page],
    "Unable to complete signout. The request was invalid.", meaning: "The sign-out request cannot be read.",
    remedy: "Look at its parameters.", source: .listed)

  package static let signOutInitiatorUnknown = RefusalKind(
    50068, "signOutInitiatorUnknown", .signOut, .invalidRequest, on: [.page],
    "Signout failed. The initiating application is not a participant in the current session.",
    meaning: "The app that asks for sign-out has no part in the session.", remedy: "Sign out from an app that has.",
    source: .listed)

  package static let signOutInitiatorInvalid = RefusalKind(
    50070, "signOutInitiatorInvalid", .signOut, .invalidRequest, on: [.page],
    """
    Signout failed. The request specified session indexes '{identifier}' which did not match the existing session(s).
    """,
    meaning: "Two apps claim to have asked for sign-out.", remedy: "Look at client_id and id_token_hint.",
    source: .listed)

  package static let signOutMessageInvalid = RefusalKind(
    50071, "signOutMessageInvalid", .signOut, .invalidRequest, on: [.page],
    "Signout request has expired.", meaning: "The sign-out message cannot be used.",
    remedy: "Ask again.", source: .listed)

  package static let sessionIDInvalid = RefusalKind(
    90007, "sessionIDInvalid", .signOut, .invalidRequest, on: [.page],
    "Bad Request. The passed session ID cannot be parsed.",
    meaning: "The session id is unknown or has the wrong size.", remedy: "Sign out without it.",
    source: .listed)

  package static let failedForGood = RefusalKind(
    90092, "failedForGood", .service, .invalidRequest, on: [.token], "Non-retryable error has occurred.",
    meaning: "The service failed, and another try will fail too.", remedy: "Do not try again.", source: .observed)

  package static let protocolTooOld = RefusalKind(
    1_002_016, "protocolTooOld", .service, .invalidRequest, on: [.token],
    """
    You are using TLS version 1.0, 1.1 and/or 3DES cipher which are deprecated to improve the security posture of Azure \
    AD. Your TenantID is: {tenant}.
    """,
    errorURI: false, meaning: "The connection uses a version of TLS that the service no longer takes.",
    remedy: "Use TLS 1.2.", source: .observed)
}

extension RefusalKind.Variant {
  static let grantNotSupportedHere = Self(
    when: "a grant comes to an alias that does not take it",
    """
    The grant type is not supported over the /common or /consumers endpoints. Please use the /organizations or \
    tenant-specific endpoint.
    """)
}
