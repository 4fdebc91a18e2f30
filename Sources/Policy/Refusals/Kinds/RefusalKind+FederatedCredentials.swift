/// Workload identity federation: another issuer's token as the app's assertion.
extension RefusalKind {
  static let federatedCredentials: [RefusalKind] = [
    federatedIssuerMismatch, federatedAudienceMismatch, federatedSubjectMismatch, federatedSubjectNotEqual,
    federatedSubjectNotMatching, federatedIdentityMismatch, federatedAssertionFromEntra, federatedAssertionOfUser,
    federatedKeysUnreachable, federatedKeysUnreachableVariant, federatedKeysUnreachableLegacy,
  ]

  package static let federatedIssuerMismatch = RefusalKind(
    700211, "federatedIssuerMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion issuer '{issuer}'. Check your federated identity \
    credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    meaning: "The app trusts no federated credential of this issuer.",
    remedy: "Compare iss with the credential, final slash included.",
    cause: "send an assertion of an issuer the app does not list", source: .chosen)

  package static let federatedAudienceMismatch = RefusalKind(
    700212, "federatedAudienceMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion audience '{audience}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    meaning: "The issuer is right, but not the audience.",
    remedy: "Ask the issuer for a token with the audience api://AzureADTokenExchange, or the one the credential names.",
    cause: "send an assertion for another audience", source: .chosen)

  package static let federatedSubjectMismatch = RefusalKind(
    700213, "federatedSubjectMismatch", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion subject '{subject}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    meaning: "Issuer and audience are right, but not the subject.",
    remedy: "Compare sub with the credential letter for letter; case counts.",
    cause: "send an assertion for another subject", source: .chosen)

  package static let federatedSubjectNotEqual = RefusalKind(
    7002137, "federatedSubjectNotEqual", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion subject '{subject}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    errorURI: false, meaning: "A newer number for AADSTS700213.", remedy: "As for AADSTS700213.", source: .observed)

  package static let federatedSubjectNotMatching = RefusalKind(
    7002138, "federatedSubjectNotMatching", .credentials, .invalidClient, on: [.token],
    """
    No matching federated identity record found for presented assertion subject '{subject}'. Check your federated \
    identity credential Subject, Audience and Issuer against the presented assertion. \
    https://learn.microsoft.com/entra/workload-id/workload-identity-federation
    """,
    errorURI: false, meaning: "Another newer number for AADSTS700213.", remedy: "As for AADSTS700213.",
    source: .observed)

  package static let federatedIdentityMismatch = RefusalKind(
    70021, "federatedIdentityMismatch", .credentials, .invalidRequest, on: [.token],
    """
    No matching federated identity record found for presented assertion. Assertion Issuer: '{issuer}'. Assertion \
    Subject: '{subject}'. Assertion Audience: '{audience}'.
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
    "Only app tokens can be used for federated identity credentials with AAD issuer.",
    meaning: "The assertion was issued by Entra to a user.", remedy: "Use an app token.",
    cause: "send one of this server's user tokens as federated assertion", source: .chosen)

  package static let federatedKeysUnreachable = RefusalKind(
    50166, "federatedKeysUnreachable", .credentials, .invalidRequest, on: [.token],
    "Request to External OIDC endpoint failed.", errorURI: false,
    meaning: "The keys of a federated credential's issuer cannot be fetched or read.",
    remedy:
      "Let the issuer serve its openid-configuration and its keys without a login, over TLS that can be verified.",
    cause: "send an assertion of an issuer whose keys are given by URL, and serve nothing there", source: .observed)

  package static let federatedKeysUnreachableVariant = RefusalKind(
    501661, "federatedKeysUnreachableVariant", .credentials, .invalidRequest, on: [.token],
    "Request to External OIDC endpoint failed.", errorURI: false,
    meaning: "Another number for AADSTS50166.", remedy: "As for AADSTS50166.", source: .observed)

  package static let federatedKeysUnreachableLegacy = RefusalKind(
    90061, "federatedKeysUnreachableLegacy", .credentials, .invalidRequest, on: [.token],
    "Request to External OIDC endpoint failed.", errorURI: false,
    meaning: "The number AADSTS50166 had before the end of 2022.", remedy: "As for AADSTS50166.", source: .observed)
}
