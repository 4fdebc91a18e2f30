/// Conditional Access, multifactor authentication, assignment and risk.
extension RefusalKind {
  static let policy: [RefusalKind] = [
    multiFactorEnrolmentInterrupt, strongAuthenticationRequired, strongAuthenticationFailed, multiFactorRequired,
    multiFactorExpired, multiFactorEnrolmentRequired, multiFactorCallLimit, externalChallengeNotSatisfied,
    userNotAssigned, accessBlocked, multiFactorRegistrationPending, appProtectionRequired, brokerRequired,
    appNotApproved, securityPolicyBlocked, delegatedAdminBlocked, securityDefaultsBlocked, tokenProtectionBlocked,
    homeTenantRisk, reauthenticationRequired, multiFactorNotHere, applicationNotAssigned, platformUnknown,
    deviceNotManaged, deviceCodeNeedsManagedDevice, appNotAmongApproved, appProtectionMissing, joinedStateUnsupported,
  ]

  package static let multiFactorEnrolmentInterrupt = RefusalKind(
    50072, "multiFactorEnrolmentInterrupt", .policy, .invalidGrant, .basicAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.inPage, .token],
    """
    Due to a configuration change made by your administrator, or because you moved to a new location, you must enroll in \
    multi-factor authentication to access '{resource}'.
    """,
    meaning: "The user must enrol a second factor; the page shows how.", remedy: "Sign the user in interactively.",
    source: .documented)

  package static let strongAuthenticationRequired = RefusalKind(
    50074, "strongAuthenticationRequired", .policy, .invalidGrant, .basicAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token], "Strong Authentication is required.",
    meaning: "A second factor was asked for and not given.", remedy: "Sign the user in interactively.",
    source: .chosen)

  package static let strongAuthenticationFailed = RefusalKind(
    500121, "strongAuthenticationFailed", .policy, .invalidGrant, on: [.inPage],
    "Authentication failed during strong authentication request.",
    meaning: "The second factor was asked for and was wrong, or the user refused it.",
    remedy: "Enter the right code; here it is always 123456.", cause: "type a wrong one-time code", source: .documented)

  package static let multiFactorRequired = RefusalKind(
    50076, "multiFactorRequired", .policy, .invalidGrant, .basicAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token],
    """
    Due to a configuration change made by your administrator, or because you moved to a new location, you must use \
    multi-factor authentication to access '{resource}'.
    """,
    variants: [.multiFactorNatively],
    meaning: "A policy wants a second factor that this sign-in did not have.",
    remedy: "Sign the user in interactively, and pass the answer's claims on to that request.",
    cause: "rule action: { requireMfa: alice }", source: .observed)

  package static let multiFactorExpired = RefusalKind(
    50078, "multiFactorExpired", .policy, .invalidGrant, .basicAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token],
    """
    Presented multi-factor authentication has expired due to policies configured by your administrator, you must refresh \
    your multi-factor authentication to access '{resource}'.
    """,
    errorURI: false, meaning: "The second factor was given too long ago.", remedy: "Sign the user in interactively.",
    cause: "world.policies: { require: mfa, signInFrequency: 1h }", source: .observed)

  package static let multiFactorEnrolmentRequired = RefusalKind(
    50079, "multiFactorEnrolmentRequired", .policy, .invalidGrant, .basicAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token],
    """
    Due to a configuration change made by your administrator, or because you moved to a new location, you must enroll in \
    multi-factor authentication to access '{resource}'.
    """,
    variants: [.enrolmentNatively],
    meaning: "A policy wants a second factor and the user has none yet.",
    remedy: "Sign the user in interactively; the page offers to enrol.",
    cause: "rule action: { requireMfa: alice, registered: false }", source: .observed)

  package static let multiFactorCallLimit = RefusalKind(
    50088, "multiFactorCallLimit", .policy, .invalidGrant, on: [.inPage],
    "Limit on telecom MFA calls reached. Please try again in a few minutes.",
    meaning: "Too many codes were sent to this user by telephone.", remedy: "Wait, or use another method.",
    source: .documented)

  package static let externalChallengeNotSatisfied = RefusalKind(
    50158, "externalChallengeNotSatisfied", .policy, .invalidGrant, .basicAction, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token],
    """
    External security challenge not satisfied. User will be redirected to another page or authentication provider to \
    satisfy additional authentication challenges.
    """,
    meaning: "Another company's second factor has not been passed.", remedy: "Sign the user in interactively.",
    source: .observed)

  package static let userNotAssigned = RefusalKind(
    50105, "userNotAssigned", .policy, .invalidGrant, redirect: .interactionRequired,
    on: [.page, .silentRedirect, .token],
    """
    Your administrator has configured the application {appName} ('{app}') to block users unless they are specifically \
    granted ('assigned') access to the application. The signed in user '{user}' is blocked because they are not a direct \
    member of a group with access, nor had access directly assigned by an administrator. Please contact your \
    administrator to assign access to this application.
    """,
    variants: [.userNotAssignedLegacy],
    meaning: "The app wants users to be assigned to it, and this one is not.",
    remedy: "Assign the user, or switch the requirement off.",
    cause: "give the app assignmentRequired and leave the user out", source: .observed)

  package static let accessBlocked = RefusalKind(
    53003, "accessBlocked", .policy, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .silentRedirect, .token],
    """
    Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.
    """,
    meaning: "A policy blocks this user, app or place.",
    remedy: "Show the user what the service says; only an administrator can help.",
    cause: "rule action: { addPolicy: { name: block, require: block, users: [alice] } }", source: .observed)

  package static let multiFactorRegistrationPending = RefusalKind(
    53004, "multiFactorRegistrationPending", .policy, .interactionRequired, on: [.page, .silentRedirect],
    "Cannot configure multi-factor authentication methods due to suspicious activity.",
    meaning: "The user is at risk and must finish enrolling first.", remedy: "Sign the user in interactively.",
    source: .listed)

  package static let appProtectionRequired = RefusalKind(
    53005, "appProtectionRequired", .policy, .unauthorizedClient, .protectionPolicyRequired,
    redirect: .interactionRequired, on: [.page, .silentRedirect, .token],
    "Application needs to enforce Intune protection policies.",
    meaning: "A policy admits only apps under Intune app protection.",
    remedy: "Handle MSAL's protection-policy error with the Intune SDK.",
    cause: "rule action: { addPolicy: { name: protect, require: appProtection } }", source: .observed)

  package static let brokerRequired = RefusalKind(
    50127, "brokerRequired", .policy, .unauthorizedClient, .protectionPolicyRequired,
    redirect: .interactionRequired, on: [.page, .silentRedirect, .token],
    "User needs to install a broker application to gain access to this content.",
    meaning: "A policy wants the sign-in to go through Authenticator or Company Portal.",
    remedy: "Sign in through the broker.", source: .chosen)

  package static let appNotApproved = RefusalKind(
    53002, "appNotApproved", .policy, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .silentRedirect, .token],
    """
    Device is not in required device state: {deviceState}. The app used is not an approved app for Conditional Access.
    """,
    meaning: "The number AADSTS530021 had in former years.", remedy: "As for AADSTS530021.", source: .listed)

  package static let securityPolicyBlocked = RefusalKind(
    530032, "securityPolicyBlocked", .policy, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .token], "User blocked due to risk on home tenant.",
    meaning: "The tenant's security policy blocks the request.", remedy: "Ask the tenant's administrator.",
    source: .listed)

  package static let delegatedAdminBlocked = RefusalKind(
    530034, "delegatedAdminBlocked", .policy, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .token],
    "A delegated administrator was blocked from accessing the tenant due to account risk.",
    meaning: "A partner's administrator is held to be at risk at home.", remedy: "Clear the risk at home.",
    source: .listed)

  package static let securityDefaultsBlocked = RefusalKind(
    530035, "securityDefaultsBlocked", .policy, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .token],
    "Access has been blocked by security defaults.",
    meaning: "The tenant's security defaults do not admit this way of signing in.",
    remedy: "Use an interactive flow.", source: .listed)

  package static let tokenProtectionBlocked = RefusalKind(
    530084, "tokenProtectionBlocked", .policy, .invalidGrant, on: [.token],
    """
    Access has been blocked by conditional access token protection policy configured by this organization. To learn more, \
    see https://aka.ms/TBCADocs.
    """,
    meaning: "A policy admits only tokens bound to a device.", remedy: "Use a broker on a joined device.",
    source: .observed)

  package static let homeTenantRisk = RefusalKind(
    53011, "homeTenantRisk", .policy, .invalidGrant, on: [.page, .token], "User blocked due to risk on home tenant.",
    meaning: "The guest is held to be at risk at home.", remedy: "Clear the risk at home.", source: .documented)

  package static let reauthenticationRequired = RefusalKind(
    70046, "reauthenticationRequired", .policy, .invalidGrant, .tokenExpired, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.silentRedirect, .token],
    "The session has expired or is invalid due to re-authentication checks by conditional access.",
    meaning: "A policy wants the user to sign in afresh each time.", remedy: "Sign the user in interactively.",
    source: .chosen)

  package static let multiFactorNotHere = RefusalKind(
    90072, "multiFactorNotHere", .policy, .interactionRequired, on: [.page, .silentRedirect],
    """
    User account '{user}' from identity provider '{identityProvider}' does not exist in tenant '{tenant}' and cannot \
    access the application '{app}'({appName}) in that tenant. The account needs to be added as an external user in the \
    tenant first. Sign out and sign in again with a different Azure Active Directory user account.
    """,
    hiding: Refusal.hiddenEmail,
    meaning: "The account passes through from elsewhere and cannot give a second factor here.",
    remedy: "Use another account.", source: .observed)

  package static let applicationNotAssigned = RefusalKind(
    501051, "applicationNotAssigned", .policy, .invalidGrant, on: [.token],
    "Application '{app}'({appName}) is not assigned to a role for the application '{resource}'({resourceName}).",
    meaning: "The API wants client apps to be assigned to it, and this one is not.",
    remedy: "Give the app an app role of the API.",
    cause: "give the API assignmentRequired and use client_credentials without a role", source: .observed)

  package static let platformUnknown = RefusalKind(
    50005, "platformUnknown", .policy, .invalidGrant, redirect: .accessDenied, on: [.redirect, .token],
    """
    User tried to log in to a device from a platform ({platform}) that's currently not supported through Conditional \
    Access policy. Supported device platforms are: iOS, Android, Mac, and Windows flavors.
    """,
    meaning: "A policy wants a device of a known platform, and the sign-in comes from another one.",
    remedy: "Sign in on a device of one of these platforms.",
    cause: "a policy that requires compliantDevice, and a browser or x-client-OS of Linux", source: .observed)

  package static let deviceNotManaged = RefusalKind(
    530_003, "deviceNotManaged", .policy, .invalidGrant, on: [.token],
    "Your device is required to be managed to access this resource.",
    meaning: "A policy wants a managed device, and the refresh comes from another one.",
    remedy: "Show the user what the service says.",
    cause: "a policy that requires compliantDevice, { device: { managed: false } } and a refresh", source: .observed)

  package static let deviceCodeNeedsManagedDevice = RefusalKind(
    530_033, "deviceCodeNeedsManagedDevice", .policy, .invalidGrant, on: [.page, .token],
    """
    Your sign-in was successful but your admin requires the device requesting access to be managed by {tenant} to access \
    this resource.
    """,
    meaning: "A policy wants a device that the tenant manages, and the device code flow cannot show one.",
    remedy: "Sign in on the device itself.",
    cause: "a policy that requires compliantDevice, and a device code", source: .observed)

  package static let appNotAmongApproved = RefusalKind(
    530_021, "appNotAmongApproved", .policy, .invalidGrant, .messageOnly, redirect: .interactionRequired,
    legacy: .interactionRequired, on: [.page, .silentRedirect, .token],
    "Application does not meet the conditional access approved app requirements.",
    meaning: "A policy admits only apps on the approved list.", remedy: "Use an approved app.",
    cause: "rule action: { addPolicy: { name: approved, require: approvedApp } }", source: .observed)

  package static let appProtectionMissing = RefusalKind(
    53009, "appProtectionMissing", .policy, .unauthorizedClient, .protectionPolicyRequired, on: [.token],
    "Application needs to enforce Intune protection policies.",
    meaning:
      "A policy admits only apps under Intune app protection, and the token endpoint finds that this one is not.",
    remedy: "As for AADSTS53005.",
    cause: "rule action: { addPolicy: { name: protect, require: appProtection } }, then a refresh", source: .observed)

  package static let joinedStateUnsupported = RefusalKind(
    9_001_011, "joinedStateUnsupported", .policy, .invalidRequest, on: [.redirect],
    "Device policy contains unsupported required device state: {deviceState}.",
    meaning: "A policy wants a joined device, which the platform of the sign-in cannot be.",
    remedy: "Change the policy for this platform.",
    cause: "a policy that requires domainJoined, and the browser of a telephone", source: .observed)
}

extension RefusalKind.Variant {
  static let userNotAssignedLegacy = Self(
    when: "the older wording is wanted",
    "The signed in user '{user}' is not assigned to a role for the application '{app}'({appName}).")
}
