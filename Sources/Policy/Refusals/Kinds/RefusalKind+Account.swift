/// The user's account and password.
extension RefusalKind {
  static let accounts: [RefusalKind] = [
    accountLocked, passwordExpired, passwordMissing, accountDisabled, userNotFound, invalidPassword,
    externalAccountNotInTenant, userNotInDirectory, invitationPending, passwordResetInterrupt, passwordChangeForRisk,
    onPremisesPasswordExpired, minorBlocked, tenantRestricted, tenantRestrictedByPolicy, accountTypeNotAllowed,
    outboundAccessDenied, inboundAccessDenied,
  ]

  package static let accountLocked = RefusalKind(
    50053, "accountLocked", .session, .invalidGrant, on: [.inPage, .token],
    "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
    meaning: "Too many wrong passwords, or a sign-in from an address with a bad name.",
    remedy: "Wait, or unlock the account.",
    cause: "rule action: { lock: alice }, or sign in with a wrong password ten times", source: .observed)

  package static let passwordExpired = RefusalKind(
    50055, "passwordExpired", .session, .invalidGrant, .userPasswordExpired, redirect: .interactionRequired,
    legacy: .userPasswordExpired, on: [.silentRedirect, .token], "The password is expired.", errorURI: false,
    meaning: "The password must be changed before anything else.",
    remedy: "Sign the user in interactively; the page asks for a new password.",
    cause: "rule action: { expirePassword: alice }", source: .observed)

  package static let passwordMissing = RefusalKind(
    50056, "passwordMissing", .session, .invalidGrant, on: [.inPage, .token],
    "Invalid or null password: password does not exist in the directory for this user.",
    meaning: "The account has no password here, such as a guest or a federated user.",
    remedy: "Let the account sign in where it belongs.", cause: "give the password grant a user without password",
    source: .documented)

  package static let accountDisabled = RefusalKind(
    50057, "accountDisabled", .session, .invalidGrant, on: [.inPage, .token], "The user account is disabled.",
    meaning: "An administrator has switched the account off.", remedy: "Switch the account on again.",
    cause: "rule action: { disable: alice }", source: .documented)

  package static let userNotFound = RefusalKind(
    50034, "userNotFound", .session, .invalidGrant, .badToken, on: [.inPage, .token],
    """
    The user account {user} does not exist in the {tenant} directory. To sign into this application, the account must be \
    added to the directory.
    """,
    variants: [.userNotFoundNatively],
    meaning: "The tenant has no such user, or has them no more.", remedy: "Look at the user name and the tenant.",
    cause: "rule action: { delete: alice }", source: .observed)

  package static let invalidPassword = RefusalKind(
    50126, "invalidPassword", .session, .invalidGrant, on: [.inPage, .token],
    "Error validating credentials due to invalid username or password.", meaning: "The name or the password is wrong.",
    remedy: "Try again.", cause: "sign in with a wrong password", source: .observed)

  package static let externalAccountNotInTenant = RefusalKind(
    50020, "externalAccountNotInTenant", .session, .invalidGrant, redirect: .interactionRequired,
    on: [.page, .redirect, .silentRedirect, .token],
    """
    User account '{user}' from identity provider '{identityProvider}' does not exist in tenant '{tenant}' and cannot \
    access the application '{app}'({appName}) in that tenant. The account needs to be added as an external user in the \
    tenant first. Sign out and sign in again with a different Azure Active Directory user account.
    """,
    variants: [.externalAccountAtAdminConsent],
    meaning: "The account of another tenant, or a personal one, is not a guest of this tenant.",
    remedy: "Invite the account, or use the authority it belongs to.",
    cause: "sign in at one tenant with an account of another", source: .observed)

  package static let userNotInDirectory = RefusalKind(
    51004, "userNotInDirectory", .session, .invalidGrant, on: [.page, .token],
    """
    The user account {user} does not exist in the {tenant} directory. To sign into this application, the account must be \
    added to the directory.
    """,
    meaning: "The user is authenticated but unknown to the directory.", remedy: "Add the user to the tenant.",
    source: .documented)

  package static let invitationPending = RefusalKind(
    50014, "invitationPending", .session, .invalidGrant, on: [.page, .token],
    "The user's redemption is in a pending state. The guest user account isn't fully created yet.",
    meaning: "The guest has not accepted the invitation.", remedy: "Accept the invitation first.",
    source: .chosen)

  package static let passwordResetInterrupt = RefusalKind(
    50125, "passwordResetInterrupt", .session, .interactionRequired, on: [.inPage],
    "Sign-in was interrupted due to a password reset or password registration entry.",
    meaning: "Not a failure: the user is resetting the password or registering for that.",
    remedy: "Finish the step on the page.", source: .documented)

  package static let passwordChangeForRisk = RefusalKind(
    50135, "passwordChangeForRisk", .session, .interactionRequired, on: [.inPage, .silentRedirect],
    "Password change is required due to account risk.",
    meaning: "The account is held to be at risk until its password is changed.",
    remedy: "Sign the user in interactively and change the password.", source: .documented)

  package static let onPremisesPasswordExpired = RefusalKind(
    50144, "onPremisesPasswordExpired", .session, .invalidGrant, on: [.inPage, .token],
    """
    User's Active Directory password has expired. Generate a new password for the user or have the user use the \
    self-service reset tool to reset their password.
    """,
    meaning: "The password of the organisation's own directory has expired.", remedy: "Change it there.",
    source: .documented)

  package static let minorBlocked = RefusalKind(
    54000, "minorBlocked", .session, .accessDenied, on: [.page],
    "User is not allowed to access this application due to Legal Age Group Requirement.",
    meaning: "The app does not admit minors.", remedy: "Look at the user's age group.", source: .documented)

  package static let tenantRestricted = RefusalKind(
    500021, "tenantRestricted", .session, .accessDenied, on: [.page], "Access to '{tenant}' tenant is denied.",
    meaning: "The network adds a header that admits certain tenants only.",
    remedy: "Use another network or have the tenant added.",
    cause: "send the header Restrict-Access-To-Tenants that names another tenant", source: .documented)

  package static let tenantRestrictedByPolicy = RefusalKind(
    500022, "tenantRestrictedByPolicy", .session, .accessDenied, on: [.page],
    "Access to '{tenant}' tenant is denied.", meaning: "As AADSTS500021, by the tenant's own restriction policy.",
    remedy: "Have the tenant added.", source: .documented)

  package static let accountTypeNotAllowed = RefusalKind(
    500208, "accountTypeNotAllowed", .session, .accessDenied, on: [.page],
    "The domain is not a valid login domain for the account type.",
    meaning: "The app does not admit accounts of this kind or domain.", remedy: "Use another account.",
    source: .observed)

  package static let outboundAccessDenied = RefusalKind(
    500212, "outboundAccessDenied", .session, .accessDenied, on: [.page],
    "The user's administrator has set an outbound access policy that does not allow access to the resource tenant.",
    meaning: "The home tenant does not let its users be guests there.", remedy: "Ask the home tenant's administrator.",
    source: .documented)

  package static let inboundAccessDenied = RefusalKind(
    500213, "inboundAccessDenied", .session, .accessDenied, on: [.page],
    "The resource tenant's cross-tenant access policy doesn't allow this user to access this tenant.",
    meaning: "The tenant does not admit guests from there.", remedy: "Ask the resource tenant's administrator.",
    source: .documented)
}

extension RefusalKind.Variant {
  static let externalAccountAtAdminConsent = Self(
    when: "an admin consent request is answered", error: .accessDenied)
}
