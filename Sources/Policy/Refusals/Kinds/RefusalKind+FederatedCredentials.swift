/// Workload identity federation: another issuer's token as the app's assertion.
extension RefusalKind {
  static let federatedCredentials: [RefusalKind] = [
    federatedCredentialsMissing, federatedIssuerMismatch, federatedAudienceMismatch, federatedEntraAudienceMismatch,
    federatedSubjectMismatch, federatedSubjectNotEqual, federatedSubjectNotMatching, federatedIdentityMismatch,
    federatedAssertionFromEntra, federatedAssertionOfUser, federatedAssertionOfApp, federatedAssertionOfOtherTenant,
    blueprintNotPermitted, exchangeWithoutPath, federatedKeysUnreachable, federatedKeysUnreachableVariant,
    federatedKeysUnreachableLegacy, federatedKeysUnreadable, federatedKeyNotPublished, enterpriseClaimMissing,
    federatedAssertionLivesTooLong, federatedAudienceForbidden,
  ]

  package static let federatedCredentialsMissing = RefusalKind(
    70025, "federatedCredentialsMissing", .credentials, .invalidClient, on: [.token],
    "The client '{app}'({appName}) has no configured federated identity credentials.",
    meaning: "The app trusts no other issuer at all.",
    remedy: "Add a federated credential to the app; look whether the client id is that of the right app.",
    cause: "send an assertion of another issuer to an app without federated credentials", source: .reported)

  package static let federatedIssuerMismatch = RefusalKind(
    700211, "federatedIssuerMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion issuer '{issuer}'. Check your federated identity \
    credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    errorURI: false, meaning: "The app trusts no federated credential of this issuer.",
    remedy: "Compare iss with the credential, final slash included.",
    cause: "send an assertion of an issuer the app does not list", source: .observed)

  package static let federatedAudienceMismatch = RefusalKind(
    700212, "federatedAudienceMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion audience '{audience}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    errorURI: false, meaning: "The issuer is right, but not the audience.",
    remedy: "Ask the issuer for a token with the audience api://AzureADTokenExchange, or the one the credential names.",
    cause: "send an assertion for another audience", source: .chosen)

  package static let federatedEntraAudienceMismatch = RefusalKind(
    7_002_121, "federatedEntraAudienceMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion audience '{audience}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    meaning: "The issuer is Entra itself, and its token has another audience than the credential.",
    remedy: "Give the credential the audience api://AzureADTokenExchange, and ask for a token of that resource.",
    cause: "send a managed identity's token to an app whose credential names another audience", source: .chosen)

  package static let federatedSubjectMismatch = RefusalKind(
    700213, "federatedSubjectMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion subject '{subject}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    meaning: "Issuer and audience are right, but not the subject.",
    remedy: "Compare sub with the credential letter for letter; case counts.",
    cause: "send an assertion for another subject", source: .observed)

  package static let federatedSubjectNotEqual = RefusalKind(
    7_002_137, "federatedSubjectNotEqual", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion subject '{subject}'. Please make sure the \
    federated identity credential Subject is '{reason}'.
    """,
    errorURI: false, meaning: "A token of Entra itself names another subject, as that of another blueprint does.",
    remedy:
      "Ask the agent identity's own blueprint for the token, with the agent identity's id as fmi_path; for another app compare the subject of its credential.",
    cause: "send the token that another blueprint got with fmi_path", source: .observed)

  package static let federatedSubjectNotMatching = RefusalKind(
    7_002_138, "federatedSubjectNotMatching", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion subject '{subject}'. The subject matches with \
    case-insensitive comparison, but not with case-sensitive comparison. Check your federated identity credential \
    Subject, Audience and Issuer against the presented assertion. See documentation at: \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation. See breaking change notification and \
    remediation at: https://learn.microsoft.com/en-us/entra/identity-platform/reference-breaking-changes#august-2024.
    """,
    errorURI: false, meaning: "The subject is right but for capital and small letters.",
    remedy: "Write the credential's subject as the issuer does, letter for letter.",
    cause: "send an assertion whose subject differs in capital letters alone", source: .observed)

  package static let federatedIdentityMismatch = RefusalKind(
    70021, "federatedIdentityMismatch", .credentials, .invalidRequest, on: [.token],
    """
    No matching federated identity record found for presented assertion. Assertion Issuer: '{issuer}'. Assertion \
    Subject: '{subject}'. Assertion Audience: '{audience}'. \
    https://docs.microsoft.com/en-us/azure/active-directory/develop/workload-identity-federation
    """,
    meaning: "The one number AADSTS700211, 700212 and 700213 had in former years.", remedy: "As for those.",
    source: .observed)

  package static let federatedAssertionFromEntra = RefusalKind(
    700222, "federatedAssertionFromEntra", .credentials, .invalidClient, on: [.token],
    "AAD-issued tokens may not be used for federated identity flows.",
    meaning: "The assertion was issued by Entra itself to an app that may not be used for this.",
    remedy: "Use a managed identity's token, or another issuer.",
    cause: "send one of this server's app tokens as federated assertion", source: .observed)

  package static let federatedAssertionOfUser = RefusalKind(
    700229, "federatedAssertionOfUser", .credentials, .invalidClient, on: [.token],
    "Forbidden token type. Only app-only tokens may be used as Federated Identity Credentials for AAD issuer.",
    meaning: "The assertion was issued by Entra to a user.", remedy: "Use an app token.",
    cause: "send one of this server's user tokens as federated assertion", source: .observed)

  package static let blueprintNotPermitted = RefusalKind(
    82001, "blueprintNotPermitted", .credentials, .unauthorizedClient, on: [.token],
    "Agentic application '{app}' is not permitted to request app-only tokens for resource '{resource}'.",
    meaning:
      "A blueprint asked for a token of its own for another API than Graph. Its agent identities get tokens; the blueprint proves them.",
    remedy: "Ask for api://AzureADTokenExchange/.default with fmi_path, then for the token as the agent identity.",
    cause: "ask for a token of an API other than Graph as an app that agent identities have as their blueprint",
    source: .chosen)

  package static let exchangeWithoutPath = RefusalKind(
    82008, "exchangeWithoutPath", .credentials, .invalidRequest, on: [.token],
    "All agentic applications requesting a token exchange token must include the fmipath parameter on the token request.",
    meaning: "A blueprint asked for a proof and did not say for which agent identity.",
    remedy: "Send the agent identity's client id as fmi_path.",
    cause:
      "ask for api://AzureADTokenExchange/.default without fmi_path as an app that agent identities have as their blueprint",
    source: .observed)

  package static let federatedAssertionOfApp = RefusalKind(
    700226, "federatedAssertionOfApp", .credentials, .invalidClient, on: [.token],
    "Only MSI tokens may be used as Federated Identity Credentials for AAD issuer.",
    meaning: "The assertion was issued by Entra to an app that is not a managed identity.",
    remedy: "Use the token of a managed identity, with the identity's object id as the credential's subject.",
    cause: "trust this server as an issuer, and send the token of an app with a secret", source: .chosen)

  package static let federatedAssertionOfOtherTenant = RefusalKind(
    700236, "federatedAssertionOfOtherTenant", .credentials, .invalidClient, on: [.token],
    """
    Entra ID tokens issued by issuer '{issuer}' may not be used for federated identity credential flows for \
    applications or managed identities registered in this tenant.
    """,
    meaning: "The assertion is of a managed identity of another tenant than the app's.",
    remedy: "Keep the identity in the app's own tenant; the tenant of the resource may be another one.",
    cause: "trust another tenant of this server, and send the token of its managed identity", source: .chosen)

  package static let federatedKeysUnreachable = RefusalKind(
    50166, "federatedKeysUnreachable", .credentials, .invalidRequest, on: [.token],
    "Request to External OIDC endpoint failed.", errorURI: false,
    meaning: "The keys of a federated credential's issuer cannot be fetched or read.",
    remedy:
      "Let the issuer serve its openid-configuration and its keys without a login, over TLS that can be verified.",
    cause: "send an assertion of an issuer whose keys are given by URL, and serve nothing there", source: .reported)

  package static let federatedKeysUnreachableVariant = RefusalKind(
    501661, "federatedKeysUnreachableVariant", .credentials, .invalidRequest, on: [.token],
    "Request to External OIDC endpoint failed.", errorURI: false,
    meaning: "Another number for AADSTS50166.", remedy: "As for AADSTS50166.", source: .reported)

  package static let federatedKeysUnreachableLegacy = RefusalKind(
    90061, "federatedKeysUnreachableLegacy", .credentials, .invalidRequest, on: [.token],
    "Request to External OIDC endpoint failed.", errorURI: false,
    meaning: "The number AADSTS50166 had before the end of 2022.", remedy: "As for AADSTS50166.", source: .reported)

  package static let federatedKeysUnreadable = RefusalKind(
    900612, "federatedKeysUnreadable", .credentials, .invalidRequest, on: [.token],
    "Failed to parse provider signing keys.", errorURI: false,
    meaning: "What the issuer of a federated credential serves as its keys is not a set of keys.",
    remedy: "Serve a JWK set of RSA keys where jwks_uri says.", source: .observed)

  package static let federatedKeyNotPublished = RefusalKind(
    7_000_272, "federatedKeyNotPublished", .credentials, .invalidClient, on: [.token],
    """
    The certificate with identifier {thumbprint} used to sign the federated credential could not be found in the \
    metadata of identity provider {issuer}. Please validate that your Identity Provider's metadata exposes the key used \
    to sign the incoming token.
    """,
    meaning: "No key that the issuer of a federated credential publishes has the kid of the token.",
    remedy: "Publish the key at the issuer's jwks_uri before it signs.",
    cause: "send an assertion of another issuer with a kid that is not among its keys", source: .observed)

  package static let enterpriseClaimMissing = RefusalKind(
    7_002_381, "enterpriseClaimMissing", .credentials, .invalidClient, on: [.token],
    """
    Federated identity credentials issued by '{issuer}' for applications or managed identities registered in this tenant \
    must contain the enterprise claim with value {audience} but actual value is '{reason}'.
    """,
    meaning: "The tenant takes tokens of GitHub's pipelines only from the enterprises that it names.",
    remedy: "Run the pipeline in a repository of such an enterprise, or let the tenant take that of the repository.",
    source: .observed)

  package static let federatedAssertionLivesTooLong = RefusalKind(
    70023, "federatedAssertionLivesTooLong", .credentials, .invalidRequest, on: [.token],
    """
    External OIDC Provider token must have a lifetime of less than or equal to 1.01:00:00. Token issued at {issuedAt}. \
    Token expires on {expires}.
    """,
    meaning: "The other issuer's token lives longer than 25 hours.",
    remedy: "Let the issuer make tokens of an hour; Kubernetes has expirationSeconds for it.",
    cause: "send an assertion of another issuer with an exp of 26 hours after its iat", source: .observed)

  package static let federatedAudienceForbidden = RefusalKind(
    700_227, "federatedAudienceForbidden", .credentials, .invalidClient, on: [.token],
    "Forbidden token audience '{audience}'.",
    meaning: "A token of Entra itself that is for another API than the exchange came as a federated proof.",
    remedy: "Ask for a token of api://AzureADTokenExchange, which is a v2.0 token.",
    cause: "a credential with the audience of another API, and a managed identity's token for it", source: .observed)
}
