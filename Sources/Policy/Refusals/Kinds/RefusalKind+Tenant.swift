/// Tenants, clouds and the endpoints that lead to them.
extension RefusalKind {
  static let tenants: [RefusalKind] = [
    tenantNotFound, tenantIdentifierInvalid, noTenantInRequest, noTenantInformation, domainUnknown,
    personalAccountNotOnAPI, personalAccountOnLegacyEndpoint, instanceUnknown, instanceRequestMalformed,
    nationalCloud, sovereignCloudClient, crossCloudClient, crossCloudConfidentialClient, tenantIdentifierEmpty,
    regionalEndpoint, tenantInactive,
  ]

  package static let tenantInactive = RefusalKind(
    5_000_225, "tenantInactive", .client, .invalidRequest, on: [.page, .token],
    """
    This tenant has been blocked due to inactivity. To learn more about tenant lifecycle policies, see \
    https://aka.ms/TenantLifecycle
    """,
    meaning: "Nobody has used the tenant for more than 200 days, and Microsoft has blocked it.",
    remedy: "An administrator of the tenant has it opened again, or uses another one.", source: .observed)

  package static let tenantNotFound = RefusalKind(
    90002, "tenantNotFound", .client, .invalidRequest, on: [.page, .token, .discovery],
    """
    Tenant '{tenant}' not found. Check to make sure you have the correct tenant ID and are signing into the correct \
    cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the \
    tenant.
    """,
    variants: [.tenantNotFoundAtDiscovery], meaning: "No tenant has this id or domain.",
    remedy: "Look at the authority. Here: the tenant must be in the world.", cause: "use a tenant nobody made",
    source: .reported)

  package static let tenantIdentifierInvalid = RefusalKind(
    900023, "tenantIdentifierInvalid", .client, .invalidRequest, on: [.page, .token, .discovery],
    "Specified tenant identifier '{tenant}' is neither a valid DNS name, nor a valid external domain.",
    meaning: "The first path segment is neither a GUID nor a domain.", remedy: "Look at the authority.",
    cause: "use a tenant segment such as not_a_tenant", source: .observed)

  package static let noTenantInRequest = RefusalKind(
    90019, "noTenantInRequest", .client, .invalidRequest, on: [.page],
    "No tenant-identifying information found in either the request or implied by any provided credentials.",
    meaning: "Nothing says which tenant is meant.",
    remedy: "Put the tenant into the authority.", source: .listed)

  package static let noTenantInformation = RefusalKind(
    50059, "noTenantInformation", .client, .invalidRequest, on: [.page, .token],
    "No tenant-identifying information found in either the request or implied by any provided credentials.",
    meaning: "The request went to an alias, and nothing in it leads to a tenant.",
    remedy: "Put the tenant into the authority.", cause: "use client_credentials at /common", source: .chosen)

  package static let domainUnknown = RefusalKind(
    50128, "domainUnknown", .client, .invalidRequest, on: [.page, .token],
    "No tenant-identifying information found in either the request or implied by any provided credentials.",
    meaning: "The domain of the user name leads to no tenant.", remedy: "Look at the user name.", source: .listed)

  package static let personalAccountNotOnAPI = RefusalKind(
    500201, "personalAccountNotOnAPI", .client, .invalidRequest, on: [.redirect],
    """
    We are unable to issue tokens from this API version for a Microsoft account. Please contact the application vendor \
    as they need to use version 2.0 of the protocol to support this.
    """,
    meaning: "A personal account came to the v1.0 endpoint.", remedy: "Use the v2.0 endpoint.",
    cause: "sign a personal account in at the v1.0 endpoint", source: .observed)

  package static let personalAccountOnLegacyEndpoint = RefusalKind(
    90027, "personalAccountOnLegacyEndpoint", .client, .invalidRequest, on: [.redirect],
    """
    We are unable to issue tokens from this API version on the MSA tenant. Please contact the application vendor as they \
    need to use version 2.0 of the protocol to support this.
    """,
    meaning: "A personal account came to the v1.0 endpoint of its own tenant.", remedy: "Use the v2.0 endpoint.",
    cause: "use the v1.0 endpoint of the tenant consumers", source: .reported)

  package static let instanceUnknown = RefusalKind(
    50049, "instanceUnknown", .client, .invalidInstance, on: [.discovery], "Unknown or invalid instance.",
    meaning: "Instance discovery was asked about a host that is not an authority.",
    remedy: "Name the host as a known authority, or switch instance discovery off in the library.",
    cause: "ask for instance discovery of an unknown host", source: .reported)

  package static let instanceRequestMalformed = RefusalKind(
    50050, "instanceRequestMalformed", .client, .invalidRequest, on: [.discovery],
    "The request is malformed: invalid format for '{parameter}' value.",
    meaning: "Instance discovery was asked without an absolute authorization_endpoint.",
    remedy: "Send the authorize URL.", cause: "ask for instance discovery without authorization_endpoint",
    source: .listed)

  package static let nationalCloud = RefusalKind(
    90038, "nationalCloud", .client, .invalidRequest, on: [.page],
    "Tenant '{tenant}' request is being redirected to the National Cloud '{cloud}'.",
    meaning: "The tenant lives in another cloud.", remedy: "Use that cloud's authority.", source: .documented)

  package static let sovereignCloudClient = RefusalKind(
    900439, "sovereignCloudClient", .client, .invalidRequest, on: [.page],
    "Sovereign cloud client is not supported on public endpoint.",
    meaning: "The app is registered in another cloud.", remedy: "Use that cloud's authority.", source: .documented)

  package static let crossCloudConfidentialClient = RefusalKind(
    900382, "crossCloudConfidentialClient", .client, .invalidRequest, on: [.token],
    "Confidential Client is not supported in Cross Cloud request.",
    meaning: "A confidential client of one cloud asked another cloud.", remedy: "Use the cloud of the app.",
    source: .documented)

  package static let crossCloudClient = RefusalKind(
    900432, "crossCloudClient", .client, .invalidRequest, on: [.token],
    "Confidential Client is not supported in Cross Cloud request.", meaning: "Another number for AADSTS900382.",
    remedy: "As for AADSTS900382.", source: .documented)

  package static let tenantIdentifierEmpty = RefusalKind(
    900_021, "tenantIdentifierEmpty", .client, .invalidRequest, on: [.page, .token, .discovery],
    "Requested tenant identifier '{tenant}' is not valid. Tenant identifiers may not be an empty GUID.",
    meaning: "The tenant in the path is the GUID of zeros.",
    remedy: "Look at the authority for a value nobody filled in.",
    cause: "use the tenant 00000000-0000-0000-0000-000000000000", source: .observed)

  package static let regionalEndpoint = RefusalKind(
    100_007, "regionalEndpoint", .client, .invalidRequest, on: [.token],
    """
    This request was received by an Azure AD regional authentication endpoint. Only managed identities and Microsoft \
    internal service identities are supported. SN+I authentication is required. All others, send your request to \
    login.microsoftonline.com.
    """,
    errorURI: false, meaning: "A client that is not one of Microsoft's asked a regional host.",
    remedy: "Take the region out of the client's settings.", source: .reported)
}

extension RefusalKind.Variant {
  static let tenantNotFoundAtDiscovery = Self(when: "a discovery document is asked for", error: .invalidTenant)
}
