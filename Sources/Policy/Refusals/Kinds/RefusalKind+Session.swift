/// Sign-in, session and account selection.
extension RefusalKind {
  static let session: [RefusalKind] = [
    accountNotSupported, accountNotValid, sessionRequirementNotMet, sessionNotFound, accountNotAdded, notSignedIn,
    sessionNotValid, sessionInvalid, externalTokenMissing, flowTokenExpired, tokensOfAnotherSession, stayInterrupt,
    confirmationRequired, signInLoop, socialSignInNeeded, conflictingIdentities,
  ]

  package static let accountNotSupported = RefusalKind(
    16000, "accountNotSupported", .session, .interactionRequired, on: [.silentRedirect, .page],
    """
    Either multiple user identities are available for the current request or selected account is not supported for the \
    scenario.
    """,
    variants: [.accountOfAnotherTenant],
    meaning: "Several accounts are signed in and the request does not say which, or the chosen one does not fit.",
    remedy: "Send login_hint or sid, or let the user choose with prompt=select_account.",
    cause: "sign in alice and bob, then ask with prompt=none and without a hint", source: .observed)

  package static let accountNotValid = RefusalKind(
    16001, "accountNotValid", .session, .interactionRequired, on: [.inPage],
    "Account provided for signin is not valid. Please choose a different account.",
    meaning: "The tile that was chosen belongs to an account that has ended or was switched off.",
    remedy: "Choose another account.", source: .chosen)

  package static let sessionRequirementNotMet = RefusalKind(
    16002, "sessionRequirementNotMet", .session, .interactionRequired, on: [.silentRedirect],
    "Session does not meet the application's SID requirement.",
    meaning: "The session found is not the one that sid asks for.", remedy: "Sign the user in interactively.",
    source: .chosen)

  package static let sessionNotFound = RefusalKind(
    160021, "sessionNotFound", .session, .interactionRequired, on: [.silentRedirect],
    "Application requested a user session which does not exist.",
    meaning: "No session has the id that the request gives as sid.",
    remedy: "Sign the user in interactively; take sid from the newest id token.",
    cause: "send prompt=none with the sid of a session that was signed out", source: .observed)

  package static let accountNotAdded = RefusalKind(
    16003, "accountNotAdded", .session, .interactionRequired, on: [.silentRedirect],
    """
    The user account does not exist in the directory or the user hasn't been explicitly added to the tenant. To sign into \
    this application, the account must be added to the directory.
    """,
    meaning: "The user is not a member or guest of the tenant.",
    remedy: "Invite the user, or use the tenant of the account.", source: .listed)

  package static let notSignedIn = RefusalKind(
    50058, "notSignedIn", .session, .loginRequired, on: [.silentRedirect],
    "A silent sign-in request was sent but no user is signed in.", variants: [.notSignedInWithoutCookies],
    meaning: "prompt=none found no session, or none of the hinted user.",
    remedy: "Sign the user in interactively. In real browsers blocked third-party cookies do this too.",
    cause: "rule action: { revokeSessions: alice }, or send prompt=none before any sign-in", source: .observed)

  package static let sessionNotValid = RefusalKind(
    50132, "sessionNotValid", .session, .invalidGrant, .badToken, redirect: .loginRequired,
    on: [.silentRedirect, .token],
    """
    The session is not valid due the following reasons: password expiration or recent password change, SSO Artifact is \
    invalid or expired, session is not fresh enough for application, or a silent sign-in request was sent but the \
    user's session with Azure AD is invalid or has expired.
    """,
    meaning: "What the client offers in place of a sign-in is not valid any more.",
    remedy: "Sign the user in interactively.", source: .listed)

  package static let sessionInvalid = RefusalKind(
    50133, "sessionInvalid", .session, .invalidGrant, .badToken, redirect: .loginRequired,
    on: [.silentRedirect, .token], "The session is not valid due to password expiration or recent password change.",
    meaning: "The session was revoked.", remedy: "Sign the user in interactively.", source: .listed)

  package static let externalTokenMissing = RefusalKind(
    50139, "externalTokenMissing", .session, .invalidGrant, on: [.token],
    "Session is invalid due to missing an external refresh token.",
    meaning: "The session stands on a personal account whose own token is gone.",
    remedy: "Sign the user in interactively.", source: .documented)

  package static let flowTokenExpired = RefusalKind(
    50089, "flowTokenExpired", .session, .invalidGrant, on: [.page, .token],
    "Authentication failed due to flow token expired.", meaning: "The sign-in page lay open for too long.",
    remedy: "Start the sign-in again.", cause: "leave a sign-in page open, then advance the clock by an hour",
    source: .documented)

  package static let tokensOfAnotherSession = RefusalKind(
    165000, "tokensOfAnotherSession", .session, .invalidRequest, on: [.page],
    """
    Invalid Request: The request tokens do not match the user context. Do not copy the user context values (cookies; \
    form fields; headers) between different requests or user sessions; always maintain the ALL of the supplied values \
    across a complete single user flow. Failure Reasons:[{reason};]
    """,
    meaning: "The form of a sign-in page came back with the canary of another page or of another browser.",
    remedy: "Send each page's own hidden fields back, with the cookies that came with it.",
    cause: "send the sign-in form with the canary of another sign-in", source: .observed)

  package static let stayInterrupt = RefusalKind(
    50140, "stayInterrupt", .session, .interactionRequired, on: [.inPage],
    "This occurred due to 'Keep me signed in' interrupt when the user was signing in.",
    meaning: "Not a failure: the user is being asked whether to stay signed in.", remedy: "Answer the question.",
    source: .listed)

  package static let confirmationRequired = RefusalKind(
    50199, "confirmationRequired", .session, .interactionRequired, on: [.inPage, .silentRedirect],
    """
    For security reasons, user confirmation is required for this request. Please repeat the request allowing user \
    interaction.
    """,
    meaning: "The user is asked whether this app is the one they mean, as with a device code.",
    remedy: "Repeat the request with the user at hand.", source: .documented)

  package static let signInLoop = RefusalKind(
    50196, "signInLoop", .session, .invalidGrant, on: [.redirect, .token],
    "The server terminated an operation because it encountered a client request loop. Please contact your app vendor.",
    meaning: "The client sent the same request some fifteen times within five minutes.",
    remedy: "Keep tokens in the cache, and do not start a sign-in from the page that a sign-in ends on.",
    source: .observed)

  package static let socialSignInNeeded = RefusalKind(
    50085, "socialSignInNeeded", .session, .invalidGrant, on: [.token],
    "Refresh token needs a social identity provider login.",
    meaning: "The account's own identity provider wants the user back.", remedy: "Sign the user in interactively.",
    source: .listed)

  package static let conflictingIdentities = RefusalKind(
    50197, "conflictingIdentities", .session, .invalidGrant, on: [.page],
    "Sorry, we could not find the user, please sign-in again.", meaning: "Two identities claim the same session.",
    remedy: "Sign out everywhere and sign in again.", source: .listed)
}

extension RefusalKind.Variant {
  static let notSignedInWithoutCookies = Self(
    when: "the browser sends no cookie of the service",
    """
    A silent sign-in request was sent but no user is signed in. The cookies used to represent the user's session were not \
    sent in the request to Azure AD. This can happen if the user is using Internet Explorer or Edge, and the web app \
    sending the silent sign-in request is in different IE security zone than the Azure AD endpoint \
    (login.microsoftonline.com).
    """)
  static let accountOfAnotherTenant = Self(
    when: "the page says it of an account from elsewhere",
    """
    User account '{user}' from identity provider '{identityProvider}' does not exist in tenant '{tenant}' and cannot \
    access the application '{app}'({appName}) in that tenant. The account needs to be added as an external user in the \
    tenant first. Sign out and sign in again with a different Azure Active Directory user account.
    """)
}
