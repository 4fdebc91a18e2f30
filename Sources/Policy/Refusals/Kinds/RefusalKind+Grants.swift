/// Authorization codes, refresh tokens and the grants themselves. Texts: observed, or the page "Microsoft Entra
/// authentication and authorization error codes".
extension RefusalKind {
  static let grants: [RefusalKind] = [
    unsupportedGrantType, grantInvalid, codeAlreadyRedeemed, codeExpired, refreshTokenTooOld, refreshTokenInactive,
    singlePageAppTokenExpired, signInFrequencyExceeded, sessionTooOldForPolicy, grantRevoked, grantOfAnotherClient,
    grantNeedsInteraction, grantOfAnotherTenant, codeOfAnotherTenant, malformedGrant, singleSignOnNotPermitted,
    federationRealmNotFound,
  ]

  package static let unsupportedGrantType = RefusalKind(
    70003, "unsupportedGrantType", .grants, .unsupportedGrantType, on: [.token],
    "The app requested an unsupported grant type '{grantType}'.", errorURI: false,
    meaning: "The token endpoint does not offer this grant_type.",
    remedy: "Look at the spelling of grant_type; extension grants are full URNs.", cause: "send an unknown grant_type",
    source: .observed)

  package static let grantInvalid = RefusalKind(
    70000, "grantInvalid", .grants, .invalidGrant, on: [.page, .token], "Provided grant is invalid or malformed.",
    variants: [
      .familyTokenOfAnotherApp, .grantExpired, .refreshTokenNotValid, .codeNotValid, .codeTooOld,
      .scopesUnauthorized, .deviceCodeUsed, .deviceCodeNotForPersonalAccounts,
    ],
    meaning: "The code, refresh token or device code is not worth anything, and no other number says why.",
    remedy: "Start again with an interactive sign-in.", cause: "redeem a device code a second time", source: .observed)

  package static let codeAlreadyRedeemed = RefusalKind(
    54005, "codeAlreadyRedeemed", .grants, .invalidGrant, on: [.token],
    """
    OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.
    """,
    meaning: "An authorization code works once, and this one was used before.",
    remedy: "Find what redeems the code twice: a page that is reloaded, a retry after a lost answer, two listeners.",
    cause: "redeem an authorization code a second time", source: .observed)

  package static let codeExpired = RefusalKind(
    70008, "codeExpired", .grants, .invalidGrant, on: [.token],
    """
    The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization \
    request for this user and resource.
    """,
    meaning: "The authorization code is older than its ten minutes.",
    remedy: "Redeem the code at once. If it is too late, sign the user in again.",
    cause: "rule action: { expire: codes }", source: .observed)

  package static let refreshTokenTooOld = RefusalKind(
    700081, "refreshTokenTooOld", .grants, .invalidGrant, .badToken, on: [.token],
    """
    The refresh token has expired due to maximum lifetime. The token was issued on {issuedAt} and the maximum allowed \
    lifetime for this application is {lifetime}.
    """,
    meaning: "The refresh token has reached the longest life this app allows, used or not.",
    remedy: "Drop the refresh token and sign the user in again.",
    source: .reported)

  package static let refreshTokenInactive = RefusalKind(
    700082, "refreshTokenInactive", .grants, .invalidGrant, .badToken, on: [.token],
    """
    The refresh token has expired due to inactivity.\u{A0}The token was issued on {issuedAt} and was inactive for \
    {inactive}.
    """,
    meaning: "Nobody used the refresh token for as long as it may lie idle, which is 90 days.",
    remedy: "Drop the refresh token and sign the user in again; a silent call cannot succeed.",
    cause: "rule action: { expire: refreshTokens }", source: .observed)

  package static let singlePageAppTokenExpired = RefusalKind(
    700084, "singlePageAppTokenExpired", .grants, .invalidGrant, .badToken, on: [.token],
    """
    The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime of {lifetime}, \
    which cannot be extended. It is now expired and a new sign in request must be sent by the SPA to the sign in page. \
    The token was issued on {issuedAt}.
    """,
    meaning: "Refresh tokens of single-page apps end 24 hours after the sign-in, however often they are renewed.",
    remedy: "Send the browser to the sign-in page again, first with prompt=none.",
    cause: "rule action: { age: refreshTokens, by: 25h } for a single-page app", source: .observed)

  package static let signInFrequencyExceeded = RefusalKind(
    70043, "signInFrequencyExceeded", .grants, .invalidGrant, .tokenExpired, legacy: .interactionRequired,
    on: [.token],
    """
    The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. The token was \
    issued on {issuedAt} and the maximum allowed lifetime for this request is {lifetime}.
    """,
    errorURI: false,
    meaning: "A Conditional Access policy wants the user to sign in more often than that.",
    remedy: "Sign the user in interactively. MSAL for JavaScript reports a plain server error here, so test for it.",
    cause: "rule action: { addPolicy: { name: hourly, signInFrequency: 1h } }, then { age: refreshTokens, by: 2h }",
    source: .observed)

  package static let sessionTooOldForPolicy = RefusalKind(
    70044, "sessionTooOldForPolicy", .grants, .invalidGrant, .tokenExpired, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token],
    "The session has expired or is invalid due to sign-in frequency checks by conditional access.",
    meaning: "The browser's session is older than a sign-in frequency policy allows.",
    remedy: "Let the user sign in on the page; prompt=none cannot succeed.",
    cause: "rule action: { addPolicy: { name: hourly, signInFrequency: 1h } }, then { age: sessions, by: 2h }",
    source: .chosen)

  package static let grantRevoked = RefusalKind(
    50173, "grantRevoked", .grants, .invalidGrant, .badToken, on: [.token],
    """
    The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or \
    reset their password. The grant was issued on '{issuedAt}' and the TokensValidFrom date (before which tokens are not \
    valid) for this user is '{tokensValidFrom}'.
    """,
    meaning: "The user's sessions were revoked, or the password was changed, after this grant was issued.",
    remedy: "Drop the refresh token and sign the user in again.",
    cause: "rule action: { revokeSessions: alice }, { changePassword: alice } or { resetPassword: alice }",
    source: .observed)

  package static let grantOfAnotherClient = RefusalKind(
    700007, "grantOfAnotherClient", .grants, .invalidGrant, .clientMismatch, on: [.token],
    "The grant was issued for a different client id.",
    meaning: "The server issued the code or refresh token to another app than the client_id of this request.",
    remedy: "Keep tokens apart by client id; do not share a token cache between apps.",
    cause: "redeem one app's code or refresh token with another app's client_id", source: .reported)

  package static let grantNeedsInteraction = RefusalKind(
    700020, "grantNeedsInteraction", .grants, .interactionRequired, on: [.token],
    """
    Application ID {identifier} is a reserved identifier and should be removed on the application: {app}.
    """, meaning: "The app has an identifier that is Microsoft's own.",
    remedy: "Take the identifier away from the app.", source: .listed)

  package static let grantOfAnotherTenant = RefusalKind(
    7000012, "grantOfAnotherTenant", .grants, .invalidGrant, on: [.token],
    "The grant was obtained for a different tenant.", errorURI: false,
    meaning: "The code or refresh token was obtained at another tenant.",
    remedy: "Redeem it at the tenant that issued it, or sign in at this one.",
    cause: "renew a work account's token at consumers", source: .observed)

  package static let codeOfAnotherTenant = RefusalKind(
    700005, "codeOfAnotherTenant", .grants, .invalidGrant, on: [.token],
    "Provided Authorization Code is intended to use against other tenant, thus rejected.",
    meaning: "The tenant in the token URL is not the one the code was asked for at.",
    remedy: "Use the same tenant segment for authorize and token.",
    cause: "ask for a code at one tenant and redeem it at another", source: .documented)

  package static let malformedGrant = RefusalKind(
    9002313, "malformedGrant", .grants, .invalidGrant, .badToken, on: [.token],
    "Invalid request. Request is malformed or invalid.", variants: [.malformedCode, .malformedBody],
    errorURI: false, meaning: "The refresh token, the code or the body could not be read at all.",
    remedy: "Look for a value that was cut short, encoded twice, or made up.",
    cause: "send a code or refresh token that was never issued", source: .observed)

  package static let singleSignOnNotPermitted = RefusalKind(
    9002341, "singleSignOnNotPermitted", .grants, .invalidGrant, on: [.token], "User is required to permit SSO.",
    meaning: "The user has not allowed single sign-on from the device for this app.",
    remedy: "Sign in interactively and let the user allow it.", source: .documented)

  package static let federationRealmNotFound = RefusalKind(
    50107, "federationRealmNotFound", .grants, .invalidRequest, on: [.token],
    "The requested federation realm object '{issuer}' does not exist.",
    meaning: "The SAML assertion comes from a federation server that no domain is federated with.",
    remedy: "Use another grant: federated sign-in is not mocked.", cause: "use a SAML bearer grant", source: .observed)
}

extension RefusalKind.Variant {
  /// The suberror is what MSAL for .NET and Python go by when they try family refresh tokens.
  static let familyTokenOfAnotherApp = Self(
    when: "an app outside the family redeems a family refresh token", suberror: .clientMismatch)
  static let grantExpired = Self(
    when: "the personal-account service finds the grant expired",
    "The user could not be authenticated as the grant is expired. The user must sign in again.",
    suberror: .badToken)
  static let refreshTokenNotValid = Self(
    when: "the personal-account service cannot use the token",
    "The provided value for the input parameter 'refresh_token' or 'assertion' is not valid.")
  static let codeNotValid = Self(
    when: "the personal-account service cannot use the code",
    "The provided value for the 'code' parameter is not valid.")
  static let codeTooOld = Self(
    when: "the personal-account service finds the code too old",
    "The provided value for the 'code' parameter is not valid. The code has expired.")
  static let scopesUnauthorized = Self(
    when: "a personal account has not consented",
    """
    The request was denied because one or more scopes requested are unauthorized or expired. The user must first sign in \
    and grant the client application access to the requested scope.
    """)
  /// The page's words say nothing of the cause (2025-04 to 2026-04, Softeria/ms-365-mcp-server 2, 84 and 308).
  static let deviceCodeNotForPersonalAccounts = Self(
    when:
      "a personal account enters the code of a device that asks for a permission which work accounts alone can have",
    """
    The code you entered has expired. Get a new code from the device you're trying to sign in to and try again.
    """)
  static let deviceCodeUsed = Self(
    when: "a device code was redeemed before",
    """
    The provided value for the input parameter 'device_code' is not valid. This device code has already been used.
    """)
  static let malformedCode = Self(when: "it is the authorization code", error: .invalidGrant)
  static let malformedBody = Self(when: "it is the body, or another grant", error: .invalidRequest)
}
