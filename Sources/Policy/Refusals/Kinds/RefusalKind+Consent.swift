/// Scopes, resources and consent.
extension RefusalKind {
  static let consent: [RefusalKind] = [
    scopeInvalid, scopeNotDefault, severalResources, scopeNotUsable, scopeEmpty, resourceNotFound,
    resourceNotFoundLegacy, resourceDisabled, tokenForItself, tokenForItselfMisconfigured, consentRequired,
    consentDeclined, requiredAccessInvalid, requiredAccessNotOffered, servicePrincipalClash, serviceNotSubscribed,
    scopeUnknown,
    resourceRemoved, applicationMisconfigured, resourceNotListed, cannotConsent, adminConsentRequired,
    adminConsentWorkflow, partnerNotAuthorized, linkedInConsent, mappedClaimsNotAccepted, preauthorizationRequired,
    adminConsentForRisk, resourceClosed,
  ]

  package static let scopeInvalid = RefusalKind(
    70011, "scopeInvalid", .consent, .invalidScope, on: [.page, .token],
    """
    The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is \
    not valid. The scope {scope} is not valid.
    """,
    variants: [
      .scopeUnformed, .defaultScopeCombined, .defaultScopesExceeded, .openIDMissing, .offlineAccessAlone,
      .scopeOfDeviceUnknown, .scopeNotForPersonalAccounts, .scopeNotListed, .scopesIncompatible,
    ],
    errorURI: false,
    meaning: """
      scope cannot be read as a list of permissions, mixes .default with named ones or with that of another API, has profile \
      without openid, or names a permission that its API does not have (device code endpoint).
      """,
    remedy: "Separate scopes by spaces; ask for {resource}/.default alone.",
    cause: "send scope=\"User.Read,Mail.Read\"", source: .observed)

  package static let scopeNotDefault = RefusalKind(
    1002012, "scopeNotDefault", .consent, .invalidScope, on: [.token],
    """
    The provided value for scope {scope} is not valid. Client credential flows must have a scope value with /.default \
    suffixed to the resource identifier (application ID URI).
    """,
    meaning: "Client credentials take no single permissions.", remedy: "Ask for {resource}/.default.",
    cause: "use client_credentials with a named scope", source: .observed)

  package static let severalResources = RefusalKind(
    28000, "severalResources", .consent, .invalidScope, on: [.token],
    """
    Provided value for the input parameter scope is not valid because it contains more than one resource. Scope {scope} \
    is not valid.
    """,
    meaning: "An access token is for one resource, and scope names several.",
    remedy: "Ask for one resource at a time.", cause: "redeem a code with scopes of two resources",
    source: .observed)

  package static let scopeNotUsable = RefusalKind(
    28002, "scopeNotUsable", .consent, .invalidRequest, on: [.token],
    """
    Provided value for the input parameter scope '{scope}' is not valid when requesting an access token. Please specify \
    a valid scope.
    """,
    meaning: "The scope does not go with this code.", remedy: "Ask for a scope that was part of the sign-in.",
    source: .documented)

  package static let scopeEmpty = RefusalKind(
    28003, "scopeEmpty", .consent, .invalidRequest, on: [.token],
    """
    Provided value for the input parameter scope cannot be empty when requesting an access token using the provided \
    authorization code. Please specify a valid scope.
    """,
    meaning: "The code covers several resources, or none, and the redemption does not say which is meant.",
    remedy: "Send scope with the code.", cause: "redeem a code for two resources without scope", source: .observed)

  package static let resourceNotFound = RefusalKind(
    500011, "resourceNotFound", .consent, .invalidResource, on: [.redirect, .token],
    """
    The resource principal named {resource} was not found in the tenant named {tenant}. This can happen if the \
    application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You \
    might have sent your authentication request to the wrong tenant.
    """,
    meaning: "No API in the tenant has this identifier.",
    remedy: """
      Compare the scope's prefix with the API's application ID URI, final slash included. An API of Microsoft's that is \
      not known here becomes known by a row in world.resources; unknownResources: allow takes in every one that is asked for.
      """,
    cause: "ask for api://not-there/.default", source: .observed)

  package static let resourceNotFoundLegacy = RefusalKind(
    50001, "resourceNotFoundLegacy", .consent, .invalidResource, on: [.page, .token],
    "The application named {resource} was not found in the tenant named {tenant}.",
    variants: [.resourceDisabledForUser], meaning: "The number AADSTS500011 had in former years.",
    remedy: "As for AADSTS500011.", source: .documented)

  package static let resourceDisabled = RefusalKind(
    500014, "resourceDisabled", .consent, .invalidResource, on: [.page, .token],
    """
    The service principal for resource '{resource}' is disabled. This indicate that a subscription within the tenant has \
    lapsed, or that the administrator for this tenant has disabled the application, preventing tokens from being issued \
    for it.
    """,
    meaning: "An administrator has switched the API off.", remedy: "Switch its service principal on again.",
    cause: "rule action: { disableApp: api }", source: .chosen)

  package static let tokenForItself = RefusalKind(
    90009, "tokenForItself", .consent, .invalidRequest, on: [.page, .token],
    """
    Application '{app}'({appName}) is requesting a token for itself. This scenario is supported only if resource is specified using \
    the GUID based App Identifier.
    """,
    meaning: "The app asks for a token for its own API by URI.", remedy: "Use its client id as the resource.",
    cause: "let an app ask for its own api:// scope", source: .observed)

  package static let tokenForItselfMisconfigured = RefusalKind(
    90008, "tokenForItselfMisconfigured", .consent, .invalidRequest, on: [.token],
    """
    The user or administrator has not consented to use the application with ID '{app}' ({appName}). This happened because \
    application is misconfigured: it must require access to Microsoft Graph by specifying at least 'Sign \
    in and read user profile' permission.
    """,
    meaning: "An app that asks for a token for itself must list User.Read.", remedy: "Add the permission.",
    source: .observed)

  package static let consentRequired = RefusalKind(
    65001, "consentRequired", .consent, .invalidGrant, .consentRequired, redirect: .consentRequired,
    on: [.silentRedirect, .token],
    """
    The user or administrator has not consented to use the application with ID '{app}' named '{appName}'. Send an \
    interactive authorization request for this user and resource.
    """,
    errorURI: false, meaning: "A permission that is asked for has not been granted, or was withdrawn.",
    remedy: "Ask interactively for the same scopes; some need an administrator.",
    cause: "rule action: { withdrawConsent: mobile }", source: .observed)

  package static let consentDeclined = RefusalKind(
    65004, "consentDeclined", .consent, .authorizationDeclined, redirect: .consentRequired, on: [.redirect, .token],
    "User declined to consent to access the app.", variants: [.consentDeclinedAtLegacyEndpoint],
    meaning: "The user pressed Cancel on the consent page, or declined the device code.",
    remedy: "Say what the permissions are for, and offer to try again.",
    cause: "press Cancel on the consent page", source: .observed)

  package static let requiredAccessInvalid = RefusalKind(
    65005, "requiredAccessInvalid", .consent, .invalidResource, on: [.page],
    "The application '{appName}' asked for scope '{scope}' that doesn't exist.",
    meaning: "The app's list of required permissions is wrong.", remedy: "Mend the registration.",
    source: .listed)

  package static let requiredAccessNotOffered = RefusalKind(
    65006, "requiredAccessNotOffered", .consent, .invalidResource, on: [.page],
    """
    Resource '{resourceID}' had no entitlements matching required permissions configured on the required resource access \
    for client '{app}'. Requested permission IDs: '{identifier}'. This is a problem with one or more invalid permission \
    ids on the client RRA configuration or the resource entitlement configuration.
    """,
    meaning: "The app's registration lists ids of permissions that the API does not have.",
    remedy: "Take the ids out of requiredResourceAccess, or list permissions that the API has.",
    source: .observed)

  package static let servicePrincipalClash = RefusalKind(
    650051, "servicePrincipalClash", .consent, .invalidClient, status: 400, on: [.redirect],
    """
    Using application '{appName}' is currently not supported for your organization {organization} because it is in an \
    unmanaged state. An administrator needs to claim ownership of the company by DNS validation of {organization} before the \
    application {appName} can be provisioned.
    """,
    meaning: "Nobody has claimed the tenant, and an app of others cannot be added to it.",
    remedy: "Let an administrator of the organization prove its domain.",
    cause: "tenants: { fabrikam: { unmanaged: true } }, and an app of another tenant", source: .observed)

  package static let serviceNotSubscribed = RefusalKind(
    650052, "serviceNotSubscribed", .consent, .invalidClient, status: 400, on: [.redirect, .token],
    """
    The app is trying to access a service '{resource}'({resourceName}) that your organization '{organization}' lacks a \
    service principal for. Contact your IT Admin to review the configuration of your service subscriptions or consent to \
    the application in order to create the required service principal.
    """,
    meaning: "The app lists an API of another tenant, which has no service principal here.",
    remedy: "Add the API to the tenant first.",
    cause: "list an API of another tenant and ask for it here", source: .observed)

  package static let scopeUnknown = RefusalKind(
    650053, "scopeUnknown", .consent, .invalidClient, status: 400, on: [.redirect],
    """
    The application '{appName}' asked for scope '{scope}' that doesn't exist on the resource '{resource}'. Contact the \
    app vendor.
    """,
    errorURI: false,
    meaning: """
      The API has no such permission. A scope without a prefix is one of Microsoft Graph's. The app hears it after the \
      user has signed in.
      """,
    remedy: "Spell out the API: api://…/access_as_user.", cause: "ask for a scope that does not exist",
    source: .observed)

  package static let resourceRemoved = RefusalKind(
    650054, "resourceRemoved", .consent, .invalidResource, on: [.page],
    """
    The application '{appName}' asked for permissions to access a resource that has been removed or is no longer \
    available. Contact the app vendor.
    """,
    meaning: "The app still lists an API that is gone.", remedy: "Mend the registration.", source: .listed)

  package static let applicationMisconfigured = RefusalKind(
    650056, "applicationMisconfigured", .consent, .invalidClient, status: 400, on: [.page, .token],
    """
    Misconfigured application. This could be due to one of the following: the client has not listed any permissions for \
    '{resourceName}' in the requested permissions in the client's application registration. Or, the admin has not \
    consented in the tenant. Or, check the application identifier in the request to ensure it matches the configured \
    client application identifier. Or, check the certificate in the request to ensure it's valid. Please contact your admin to fix the configuration or consent on behalf of the tenant. \
    Client app ID: {app}.
    """,
    meaning: "The app lists no permission of the API, or nobody consented.", remedy: "List one and consent.",
    source: .reported)

  package static let resourceNotListed = RefusalKind(
    650057, "resourceNotListed", .consent, .invalidClient, status: 400, on: [.redirect, .token],
    """
    Invalid resource. The client has requested access to a resource which is not listed in the requested permissions in \
    the client's application registration. Client app ID: {app}({appName}). Resource value from request: {resource}. \
    Resource app ID: {resourceID}. List of valid resources from app registration: {resources}.
    """,
    errorURI: false,
    meaning: "The app does not list the API among its permissions and the API does not preauthorize it.",
    remedy: "List it.",
    cause: "ask for .default of an API that the app does not list", source: .observed)

  package static let cannotConsent = RefusalKind(
    90093, "cannotConsent", .consent, .accessDenied, on: [.page],
    "Calling principal cannot consent due to lack of permissions.",
    meaning: "This user may not consent. An older number for AADSTS90094.", remedy: "Ask an administrator.",
    source: .observed)

  package static let adminConsentRequired = RefusalKind(
    90094, "adminConsentRequired", .consent, .consentRequired, on: [.page, .silentRedirect],
    """
    An administrator of {tenant} has set a policy that prevents you from granting {appName} the permissions it is \
    requesting. Contact an administrator of {tenant} who can grant permissions to this application on your behalf.
    """,
    variants: [.adminConsentRequiredShort],
    meaning: "Only an administrator may grant what the app asks for.",
    remedy: "Send an administrator to the admin consent endpoint.",
    cause: "ask for User.Read.All as alice", source: .reported)

  package static let adminConsentWorkflow = RefusalKind(
    90095, "adminConsentWorkflow", .consent, .consentRequired, on: [.page],
    """
    Admin consent is required for the permissions requested by this application. An admin consent request may be sent to \
    the admin.
    """,
    meaning: "As AADSTS90094, and the tenant lets users ask for approval.", remedy: "Wait for the approval.",
    cause: "ask for User.Read.All as alice, with adminConsentWorkflow: true in the tenant", source: .observed)

  package static let partnerNotAuthorized = RefusalKind(
    90099, "partnerNotAuthorized", .consent, .accessDenied, on: [.page],
    """
    The application '{app}' ({appName}) has not been authorized in the tenant '{tenant}'. Applications must be \
    authorized to access the customer tenant before partner delegated administrators can use them.
    """,
    meaning: "A partner's app has not been admitted to the customer's tenant.", remedy: "Admit it.",
    source: .listed)

  package static let linkedInConsent = RefusalKind(
    52004, "linkedInConsent", .consent, .interactionRequired, on: [.page],
    "The user has not provided consent for access to LinkedIn resources.",
    meaning: "The user has not connected LinkedIn.", remedy: "Let the user connect it.", source: .documented)

  package static let mappedClaimsNotAccepted = RefusalKind(
    501461, "mappedClaimsNotAccepted", .consent, .invalidRequest, on: [.redirect, .token],
    """
    AcceptMappedClaims is only supported for a token audience matching the application GUID or an audience within the \
    tenant's verified domains. Either change the resource identifier, or use an application-specific signing key.
    """,
    meaning: "The app accepts mapped claims, but its audience is not the tenant's own.",
    remedy: "Use the client id or a verified domain in the application ID URI.",
    cause:
      "give an API a `claimsMapping`, `acceptMappedClaims: true` and `requestedAccessTokenVersion: 1`, and ask for its `api://` URI",
    source: .reported)

  package static let preauthorizationRequired = RefusalKind(
    65002, "preauthorizationRequired", .consent, .invalidRequest, on: [.redirect, .token],
    """
    Consent between first party application '{app}' and first party resource '{resource}' must be configured via \
    preauthorization - applications owned and operated by Microsoft must get approval from the API owner before \
    requesting tokens for that API.
    """,
    meaning: "One of Microsoft's own apps asks for an API of Microsoft's that does not list it.",
    remedy: "Use an app of your own.", cause: "ask for Outlook with the client id of the Azure CLI", source: .observed
  )

  package static let adminConsentForRisk = RefusalKind(
    900_941, "adminConsentForRisk", .consent, .consentRequired, on: [.page],
    """
    An administrator of {tenant} has set a policy that prevents you from granting {appName} the permissions it is \
    requesting. Contact an administrator of {tenant} who can grant permissions to this application on your behalf.
    """,
    meaning: "As AADSTS90094, because the app is held to be risky.", remedy: "As for AADSTS90094.",
    cause: "apps: { web: { risky: true, consent: none } }, and a user who is asked to consent", source: .observed)

  package static let resourceClosed = RefusalKind(
    5_000_224, "resourceClosed", .consent, .invalidGrant, redirect: .interactionRequired, on: [.redirect, .token],
    """
    We are sorry, this resource is not available. If you are seeing this message by mistake, please contact Microsoft \
    support.
    """,
    meaning: "Microsoft has closed the API.", remedy: "Ask Microsoft.",
    cause: "apps: { api: { disabledByMicrosoftStatus: DisabledDueToViolationOfServicesAgreement } }", source: .observed)
}

extension RefusalKind.Variant {
  static let resourceDisabledForUser = Self(
    when: "a user asks at v1.0 for an API that is disabled in the tenant",
    """
    The service principal for resource '{resource}' is disabled. This indicate a subscription within the tenant has \
    lapsed, or that the administrator for this tenant has disabled the application, preventing tokens from being issued \
    for it.
    """)
  static let scopeUnformed = Self(
    when: "a word is neither a URI nor a GUID before its last slash",
    """
    The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is \
    not valid. The scope {scope} is not valid. The scope format is invalid. Scope must be in a valid URI form \
    <https://example/scope> or a valid Guid <guid/scope>.
    """)
  static let defaultScopesExceeded = Self(
    when: "authorize or the device code endpoint gets .default of two APIs",
    """
    The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is \
    not valid. The scope {scope} is not valid. static scope limit exceeded
    """)
  /// Seen without a number (2022-07-06, O365/python-o365 799).
  static let scopeNotForPersonalAccounts = Self(
    when:
      "a personal account signs in and the permission is for work accounts alone; the app hears it, without the number",
    "The provided value for the input parameter 'scope' is not valid. The scope '{scope}' is not valid.",
    isNumbered: false)
  /// Seen without a number (2022-11-07 and 2025-11-08, jobisoft/EAS-4-TbSync 209 and 298).
  static let scopeNotListed = Self(
    when:
      "a personal account signs in for .default of an API that the app does not list; the app hears it, without the number",
    """
    The provided value for the input parameter 'scope' is not valid. The scope '{scope}' is not valid - it refers to a \
    resource which is not listed in the client's Required Resource Access and for which the user does not have any \
    existing consent
    """,
    isNumbered: false)
  static let scopesIncompatible = Self(
    when: "a personal account redeems a code for scopes of two APIs",
    """
    The provided value for the input parameter 'scope' is not valid. One or more scopes in '{scope}' are not compatible \
    with each other.
    """)
  static let openIDMissing = Self(
    when: "authorize gets profile or email without openid",
    """
    The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is \
    not valid. The scope {scope} is not valid. openid scope is required.
    """)
  static let offlineAccessAlone = Self(
    when: "a code is redeemed for offline_access alone",
    """
    The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is \
    not valid. The scope {scope} is not valid. offline_access scope request must include either openid scope or a resource \
    scope.
    """)
  static let defaultScopeCombined = Self(
    when: ".default is mixed with named scopes",
    """
    The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is \
    not valid. The scope {scope} is not valid. .default scope can't be combined with resource-specific scopes.
    """)
  static let scopeOfDeviceUnknown = Self(
    when: "the device code endpoint finds a scope that its API does not have",
    "The provided value for the input parameter 'scope' is not valid. The scope '{scope}' does not exist.")
  static let consentDeclinedAtLegacyEndpoint = Self(
    when: "the v1.0 or the admin consent endpoint answers", error: .accessDenied)
  static let adminConsentRequiredShort = Self(
    when: "the older wording is wanted", "The grant requires administrator permission.")
}
