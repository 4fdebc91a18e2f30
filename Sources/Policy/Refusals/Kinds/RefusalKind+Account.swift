/// The user's account and password.
extension RefusalKind {
  static let accounts: [RefusalKind] = [
    accountLocked, passwordExpired, passwordMissing, accountDisabled, userNotFound, invalidPassword,
    externalAccountNotInTenant, userNotInDirectory, invitationPending, passwordResetInterrupt, passwordChangeForRisk,
    onPremisesPasswordExpired, minorBlocked, tenantRestricted, tenantRestrictedByPolicy, accountTypeNotAllowed,
    outboundAccessDenied, inboundAccessDenied, userDeleted, addressLocked, guestDisabled, accountTypeNotForResource,
    guestNotOnAlias, credentialNotFirstFactor, authenticatorAppMissing,
  ]

  package static let accountLocked = RefusalKind(
    50053, "accountLocked", .session, .invalidGrant, on: [.inPage, .token],
    "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
    meaning: "Too many wrong passwords, or a sign-in from an address with a bad name.",
    remedy: "Wait, or unlock the account.",
    cause: "rule action: { lock: alice }, or sign in with a wrong password ten times", source: .reported)

  package static let passwordExpired = RefusalKind(
    50055, "passwordExpired", .session, .invalidGrant, .userPasswordExpired, redirect: .interactionRequired,
    legacy: .userPasswordExpired, on: [.silentRedirect, .token], "The password is expired.", errorURI: false,
    meaning: "The password must be changed before anything else.",
    remedy: "Sign the user in interactively; the page asks for a new password.",
    cause: "rule action: { expirePassword: alice }", source: .observed)

  package static let passwordMissing = RefusalKind(
    50056, "passwordMissing", .session, .invalidGrant, on: [.inPage, .token],
    "Invalid or missing password: password does not exist in the directory for this user.",
    meaning: "The account has no password here, such as a guest or a federated user.",
    remedy: "Let the account sign in where it belongs.", cause: "give the password grant a user without password",
    source: .listed)

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
    on: [.page, .silentRedirect, .token],
    """
    User account '{user}' from identity provider '{identityProvider}' does not exist in tenant '{tenant}' and cannot \
    access the application '{app}'({appName}) in that tenant. The account needs to be added as an external user in the \
    tenant first. Sign out and sign in again with a different Azure Active Directory user account.
    """,
    variants: [.externalAccountAtAdminConsent], hiding: Refusal.hiddenEmail,
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
    "The user's redemption is in a pending state. The guest user account is not fully created yet.",
    meaning: "The guest has not accepted the invitation.", remedy: "Accept the invitation first.",
    source: .listed)

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
    "The user's Active Directory password has expired.",
    meaning: "The password of the organisation's own directory has expired.", remedy: "Change it there.",
    source: .listed)

  package static let minorBlocked = RefusalKind(
    54000, "minorBlocked", .session, .accessDenied, on: [.page],
    "User is not allowed to access application {appName} due to Legal Age Group Requirement of application {resource}.",
    meaning: "The app does not admit minors.", remedy: "Look at the user's age group.", source: .listed)

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
    meaning: "The app does not admit accounts of this kind or domain.",
    remedy: "Use the tenant's own host, TENANT.ciamlogin.com.",
    cause: "sign a customer of External ID in at login.microsoftonline.com",
    source: .observed)

  package static let outboundAccessDenied = RefusalKind(
    500212, "outboundAccessDenied", .session, .accessDenied, on: [.page],
    "The user's administrator has set an outbound access policy that does not allow access to the resource tenant.",
    meaning: "The home tenant does not let its users be guests there.", remedy: "Ask the home tenant's administrator.",
    source: .documented)

  package static let inboundAccessDenied = RefusalKind(
    500213, "inboundAccessDenied", .session, .accessDenied, on: [.page],
    "The resource tenant's cross-tenant access policy does not allow this user to access this tenant.",
    meaning: "The tenant does not admit guests from there.", remedy: "Ask the resource tenant's administrator.",
    source: .listed)

  package static let userDeleted = RefusalKind(
    500_341, "userDeleted", .session, .invalidGrant, on: [.token],
    """
    The user account {user} has been deleted from the {tenant} directory. To sign into this application, the account \
    must be added to the directory.
    """,
    meaning: "The user was deleted after the sign-in.", remedy: "Drop the tokens of this user.",
    cause: "rule action: { delete: alice }, then redeem a refresh token", source: .observed)

  package static let addressLocked = RefusalKind(
    500_532, "addressLocked", .session, .invalidGrant, on: [.inPage, .token],
    "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
    meaning: "The address of the network is blocked, and not the account.", remedy: "Come from another network.",
    cause: "users: { alice: { addressBlocked: true } }, and a password", source: .observed)

  package static let guestDisabled = RefusalKind(
    500_571, "guestDisabled", .session, .invalidGrant, on: [.inPage, .token], "The guest user account is disabled.",
    meaning: "An administrator of the tenant has switched the guest off.", remedy: "Switch the guest on again.",
    cause: "rule action: { disable: guest }", source: .observed)

  package static let accountTypeNotForResource = RefusalKind(
    500_207, "accountTypeNotForResource", .session, .invalidRequest, on: [.redirect],
    "The account type can't be used for the resource you're trying to access.", errorURI: false,
    meaning: "A customer of External ID asks for an API that customers do not get.",
    remedy: "Ask for an API of the tenant, or for OpenID scopes alone, at v2.0.",
    cause: "sign a customer of External ID in at the v1.0 endpoint", source: .observed)

  package static let guestNotOnAlias = RefusalKind(
    500_202, "guestNotOnAlias", .session, .invalidGrant, on: [.token],
    """
    User account '{user}' from external identity provider '{identityProvider}' is not supported for API version '2.0'. \
    Microsoft account pass-thru users and guests are not supported by the tenant-independent endpoint.
    """,
    errorURI: false, hiding: Refusal.hiddenEmail,
    meaning: "The token of a guest with a personal account came to a path without a tenant.",
    remedy: "Use the tenant's own path for on-behalf-of.",
    cause: "present the token of a guest with a personal account at organizations, on behalf of", source: .observed)

  package static let credentialNotFirstFactor = RefusalKind(
    54008, "credentialNotFirstFactor", .session, .interactionRequired, on: [.inPage],
    """
    Multi-Factor authentication is required and the credential used ({credential}) is not supported as a First Factor. \
    Contact your administrator for more information.
    """,
    meaning: "The user signed in with something that counts as a second factor only.",
    remedy: "Sign in with a password or another first factor.", source: .listed)

  package static let authenticatorAppMissing = RefusalKind(
    50203, "authenticatorAppMissing", .session, .interactionRequired, on: [.inPage],
    "User has not registered the authenticator app and must register or snooze this notification.",
    meaning: "Not a failure: the tenant asks the user to register the Authenticator app.",
    remedy: "Register it, or put it off.", source: .listed)
}

extension RefusalKind.Variant {
  static let externalAccountAtAdminConsent = Self(
    when: "an admin consent request is answered", error: .accessDenied)
}
