/// The app, its tenant and its redirect URIs.
extension RefusalKind {
  static let clients: [RefusalKind] = [
    redirectURIMismatch, noRedirectURIRegistered, replyAddressMismatch, replyAddressMissing, redirectURINotAbsolute,
    redirectURIEmpty, redirectURIOfURN, applicationNotFound, notAnApplicationIdentifier, applicationNotFoundLegacy,
    applicationNotInOrganization, applicationDisabled, applicationInaccessible, singleTenantApplication,
    applicationNotConverged, resourceNotOnCommon, grantNotOnCommon, personalAccountsOnly, organizationAccountsOnly,
    replyAddressNotAbsolute, clientIDNotGUID, servicePrincipalMissing, applicationDisabledHere,
    personalAccountNotTaken, personalAccountsOnlyLegacy,
  ]

  package static let redirectURIMismatch = RefusalKind(
    50011, "redirectURIMismatch", .client, .invalidRequest, on: [.page],
    """
    The redirect URI '{redirectURI}' specified in the request does not match the redirect URIs configured for the \
    application '{app}'. Make sure the redirect URI sent in the request matches one added to your application in the \
    Azure portal. Navigate to https://aka.ms/redirectUriMismatchError to learn more about how to fix this.
    """,
    variants: [.samlReplyURL],
    meaning: "The app has not registered this redirect URI, so nothing may be sent to it: the user is held on a page.",
    remedy: "Register the URI letter for letter; only the port of http://localhost is free.",
    cause: "send a redirect_uri that the app does not list", source: .observed)

  package static let noRedirectURIRegistered = RefusalKind(
    500113, "noRedirectURIRegistered", .client, .invalidRequest, on: [.page],
    "No reply address is registered for the application.", meaning: "The app has no redirect URI at all.",
    remedy: "Register one.", cause: "start a sign-in for an app without redirectUris", source: .observed)

  package static let replyAddressMismatch = RefusalKind(
    500112, "replyAddressMismatch", .client, .invalidClient, status: 400, on: [.token],
    """
    The reply address '{redirectURI}' does not match the reply address '{registeredURI}' provided when requesting \
    Authorization code.
    """,
    meaning: "redirect_uri differs between the authorize request and the redemption of its code.",
    remedy: "Send the very same redirect_uri to both endpoints.",
    cause: "redeem a code with another redirect_uri", source: .reported)

  package static let replyAddressMissing = RefusalKind(
    700009, "replyAddressMissing", .client, .invalidGrant, on: [.token],
    """
    Reply address must be provided when presenting an authorization code requested with an explicit reply address.
    """,
    meaning: "The code was asked for with a redirect_uri, and the redemption names none.",
    remedy: "Send redirect_uri with the code.", cause: "redeem a code without redirect_uri", source: .observed)

  package static let redirectURINotAbsolute = RefusalKind(
    90102, "redirectURINotAbsolute", .client, .invalidRequest, on: [.page],
    "'redirect_uri' value must be a valid absolute URI.", meaning: "redirect_uri is not an absolute URI.",
    remedy: "Send a scheme and the rest, encoded once.", cause: "send a relative redirect_uri", source: .observed)

  package static let redirectURIEmpty = RefusalKind(
    900971, "redirectURIEmpty", .client, .invalidRequest, on: [.page], "No reply address provided.",
    meaning: "redirect_uri is there but empty.", remedy: "Send a value or leave the parameter out.",
    cause: "send an empty redirect_uri", source: .reported)

  package static let redirectURIOfURN = RefusalKind(
    500119, "redirectURIOfURN", .client, .invalidRequest, on: [.page],
    """
    Redirect URIs with urn: schemes are prohibited. Use a different scheme, or \
    https://login.microsoftonline.com/common/oauth2/nativeclient
    """,
    meaning: "The app registration has an address with urn:, which the service no longer sends an answer to.",
    remedy: "Register http://localhost, or the address that the text names.",
    cause: "sign in to an app of yours with redirect_uri=urn:ietf:wg:oauth:2.0:oob", source: .observed)

  package static let applicationNotFound = RefusalKind(
    700016, "applicationNotFound", .client, .unauthorizedClient, on: [.page, .token],
    """
    Application with identifier '{app}' was not found in the directory '{tenant}'. This can happen if the application \
    has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have \
    sent your authentication request to the wrong tenant.
    """,
    meaning: "The tenant does not know an app with this client id.",
    remedy: "Compare the client id and the tenant of the request with the registration.",
    cause: "send the client_id of an app to a tenant that does not have it", source: .observed)

  package static let notAnApplicationIdentifier = RefusalKind(
    700038, "notAnApplicationIdentifier", .client, .unauthorizedClient, on: [.page, .token],
    "{app} is not a valid application identifier.", errorURI: false,
    meaning: "client_id is the GUID of zeros.",
    remedy: "Look for a setting that the app does not read; every other unknown client id is AADSTS700016.",
    cause: "send the client_id 00000000-0000-0000-0000-000000000000", source: .observed)

  package static let applicationNotFoundLegacy = RefusalKind(
    70001, "applicationNotFoundLegacy", .client, .unauthorizedClient, on: [.page, .token],
    "Application with identifier '{app}' was not found in the directory {tenant}.",
    meaning: "The number AADSTS700016 had in former years.", remedy: "As for AADSTS700016.", source: .reported)

  package static let applicationNotInOrganization = RefusalKind(
    700011, "applicationNotInOrganization", .client, .unauthorizedClient, on: [.token],
    "Application with identifier {app} was not found in the directory.",
    meaning: "The app is not known in the organisation's tenant.", remedy: "As for AADSTS700016.",
    source: .documented)

  package static let applicationDisabled = RefusalKind(
    7000112, "applicationDisabled", .client, .unauthorizedClient, on: [.page, .token],
    "Application '{app}'({appName}) is disabled.", meaning: "An administrator has switched the app off.",
    remedy: "Switch the service principal on again.", cause: "rule action: { disableApp: mobile }",
    source: .documented)

  package static let applicationInaccessible = RefusalKind(
    1000031, "applicationInaccessible", .client, .accessDenied, on: [.page],
    "Application {appName} cannot be accessed at this time. Contact your administrator.",
    meaning: "The app is closed to this user for now.", remedy: "Ask the tenant's administrator.",
    source: .documented)

  package static let singleTenantApplication = RefusalKind(
    50194, "singleTenantApplication", .client, .invalidRequest, on: [.redirect, .token],
    """
    Application '{app}'({appName}) is not configured as a multi-tenant application. Usage of the /common endpoint is not \
    supported for such applications created after '10/15/2018'. Use a tenant-specific endpoint or configure the \
    application to be multi-tenant.
    """,
    redirectURI: false, meaning: "The app belongs to one tenant, and the request went to /common or /organizations.",
    remedy: "Put the tenant into the authority, or let the registration accept other tenants.",
    cause: "use a single-tenant app at /common", source: .observed)

  package static let applicationNotConverged = RefusalKind(
    90130, "applicationNotConverged", .client, .invalidRequest, on: [.page],
    """
    Application '{app}'({appName}) is not supported over the /common or /consumers endpoints. Please use the \
    /organizations or tenant-specific endpoint.
    """,
    meaning: "The app does not take personal accounts, which /common and /consumers offer.",
    remedy: "Use /organizations or the tenant itself.", source: .observed)

  package static let resourceNotOnCommon = RefusalKind(
    90124, "resourceNotOnCommon", .client, .invalidRequest, on: [.page, .token],
    """
    Resource '{resource}'({resourceName}) is not supported over the /common or /consumers endpoints. Please use the \
    /organizations or tenant-specific endpoint.
    """,
    meaning: "The resource does not take personal accounts.", remedy: "Use /organizations or the tenant itself.",
    source: .documented)

  package static let grantNotOnCommon = RefusalKind(
    9001023, "grantNotOnCommon", .client, .invalidRequest, on: [.token],
    """
    The grant type is not supported over the /common or /consumers endpoints. Please use the /organizations or \
    tenant-specific endpoint.
    """,
    meaning: "This grant needs to know the tenant beforehand.", remedy: "Put the tenant into the authority.",
    cause: "use the password grant at /common", source: .documented)

  package static let personalAccountsOnly = RefusalKind(
    9_002_346, "personalAccountsOnly", .client, .invalidRequest, on: [.page, .token],
    """
    Application '{app}'({appName}) is configured for use by Microsoft Account users only. Please use the /consumers \
    endpoint to serve this request.
    """,
    errorURI: false, meaning: "The app takes personal accounts alone.", remedy: "Use /consumers.",
    cause: "use an app for personal accounts at common or at a tenant", source: .observed)

  package static let organizationAccountsOnly = RefusalKind(
    9002332, "organizationAccountsOnly", .client, .invalidRequest, on: [.page],
    """
    Application '{app}'({appName}) is configured for use by Azure Active Directory users only. Please do not use the \
    /consumers endpoint to serve this request.
    """,
    meaning: "The app takes work and school accounts alone.", remedy: "Use the tenant or /organizations.",
    cause: "use an app without personal accounts at /consumers", source: .documented)

  package static let replyAddressNotAbsolute = RefusalKind(
    500116, "replyAddressNotAbsolute", .client, .invalidClient, on: [.token],
    "The reply uri specified in the request is not a valid URL. Allowed schemes: '{schemes}'.", errorURI: false,
    meaning: "redirect_uri of the token request is not an absolute URI.",
    remedy: "Send the very same redirect_uri to both endpoints.", cause: "redeem a code with a relative redirect_uri",
    source: .observed)

  package static let clientIDNotGUID = RefusalKind(
    90112, "clientIDNotGUID", .client, .invalidRequest, on: [.page, .token, .discovery],
    "Application identifier is expected to be a GUID.", meaning: "client_id is not a GUID.",
    remedy: "Send the application (client) id; a variable that nobody set is the usual reason.",
    cause: "send client_id=my-app", source: .observed)

  package static let servicePrincipalMissing = RefusalKind(
    7_000_229, "servicePrincipalMissing", .client, .invalidClient, on: [.token],
    """
    The client application {app} is missing service principal in the tenant {tenant}. See instructions here: \
    https://go.microsoft.com/fwlink/?linkid=2225119
    """,
    meaning: "The app is registered, and this tenant has no service principal of it.",
    remedy: "Let an administrator of the tenant consent, or add the service principal.",
    cause: "use client_credentials at a tenant in which nobody has consented to the app", source: .observed)

  package static let applicationDisabledHere = RefusalKind(
    7_000_116, "applicationDisabledHere", .client, .unauthorizedClient, on: [.token],
    """
    Client application '{app}'({appName}) is disabled in tenant {tenant}. Please review the documentation: \
    https://go.microsoft.com/fwlink/?linkid=2167553
    """,
    meaning: "An administrator has switched the app off in this tenant.",
    remedy: "Switch the service principal on again.",
    cause: "PATCH the service principal over Graph with accountEnabled false, then ask for a token", source: .listed)

  package static let personalAccountNotTaken = RefusalKind(
    500_200, "personalAccountNotTaken", .client, .invalidGrant, redirect: .interactionRequired,
    on: [.page, .silentRedirect, .token],
    """
    User account '{user}' is a personal Microsoft account. Personal Microsoft accounts are not supported for this \
    application unless explicitly invited to an organization. Try signing out and signing back in with an organizational \
    account.
    """,
    errorURI: false, hiding: Refusal.hiddenEmail,
    meaning: "A personal account came to an app, or to a path, for work and school accounts.",
    remedy: "Use another account, let the registration take personal accounts, or invite this one to the tenant.",
    cause: "sign a personal account in at common to an app of the audience AzureADMultipleOrgs", source: .observed)

  package static let personalAccountsOnlyLegacy = RefusalKind(
    9_002_331, "personalAccountsOnlyLegacy", .client, .invalidRequest, on: [.page, .token],
    """
    Application '{app}'({appName}) is configured for use by Microsoft Account users only. Please use the /consumers \
    endpoint to serve this request.
    """,
    errorURI: false, meaning: "The number AADSTS9002346 had until 2022.", remedy: "As for AADSTS9002346.",
    source: .observed)
}
