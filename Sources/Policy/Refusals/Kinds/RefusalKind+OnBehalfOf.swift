/// On-behalf-of: the incoming token as `assertion`. Texts: the page "Microsoft identity platform and OAuth 2.0 On-Behalf-Of
/// flow".
extension RefusalKind {
  static let onBehalfOf: [RefusalKind] = [
    assertionSignatureUnverified, assertionForAnotherAudience, assertionExpired, onBehalfOfNotAllowed,
    idTokenAsAssertion,
  ]

  package static let assertionSignatureUnverified = RefusalKind(
    50013, "assertionSignatureUnverified", .grants, .invalidGrant, on: [.token],
    """
    Assertion failed signature validation. [Reason - {reason}, Thumbprint of key used by client: '{thumbprint}']
    """,
    variants: [.assertionKeyFound, .assertionOutsideTimeRange],
    meaning: "The assertion was not signed by this server, or was changed.",
    remedy: "Pass on the incoming access token byte for byte.", cause: "damage the assertion's signature",
    source: .observed)

  package static let assertionForAnotherAudience = RefusalKind(
    500131, "assertionForAnotherAudience", .grants, .invalidGrant, on: [.token],
    """
    Assertion audience does not match the Client app presenting the assertion. The audience in the assertion was \
    '{audience}' and the expected audience is '{app}' or one of the Application Uris of this application with App ID \
    '{app}' ({appName}). The downstream client must request a token for the expected audience (the application that made \
    the OBO request) and this application should use that token as the assertion.
    """,
    meaning: "The incoming token is for another API than the one that presents it.",
    remedy: "Let the caller ask for a token for the middle tier, not for Graph.",
    cause: "send a Graph token as assertion", source: .chosen)

  package static let assertionExpired = RefusalKind(
    500133, "assertionExpired", .grants, .invalidGrant, on: [.token],
    """
    Assertion is not within its valid time range. Ensure that the access token is not expired before using it for user \
    assertion, or request a new token. Current time: {now}, expiry time of assertion {expires}.
    """,
    meaning: "The incoming token has expired.", remedy: "Answer 401, so that the caller gets a new token.",
    cause: "wait until the incoming token has expired; shorten that with lifetimes: { accessToken: 1m }",
    source: .documented)

  package static let onBehalfOfNotAllowed = RefusalKind(
    7000114, "onBehalfOfNotAllowed", .grants, .unauthorizedClient, on: [.token],
    "Application '{app}' is not allowed to make application on-behalf-of calls.",
    meaning: "The assertion is a token of an app without a user.",
    remedy: "Use client credentials when there is no user.", cause: "send an app-only token as assertion",
    source: .documented)

  package static let idTokenAsAssertion = RefusalKind(
    240002, "idTokenAsAssertion", .grants, .invalidGrant, on: [.token],
    "Input id_token cannot be used as 'urn:ietf:params:oauth:grant-type:jwt-bearer' grant.",
    meaning: "An id token came as assertion.", remedy: "Pass on the access token.",
    cause: "send an id token as assertion", source: .documented)
}

extension RefusalKind.Variant {
  static let assertionKeyFound = Self(
    when: "the key is known and the signature does not fit, as with a token for Graph",
    """
    Assertion failed signature validation. [Reason - {reason}, Thumbprint of key used by client: '{thumbprint}', Found key \
    'Start={validFrom}, End={expires}', Please visit the Azure Portal, Graph Explorer or directly use MS Graph to see \
    configured keys for app Id '00000000-0000-0000-0000-000000000000'. Review the documentation at \
    https://docs.microsoft.com/en-us/graph/deployments to determine the corresponding service endpoint and \
    https://docs.microsoft.com/en-us/graph/api/application-get?view=graph-rest-1.0&tabs=http to build a query request \
    URL, such as 'https://graph.microsoft.com/beta/applications/00000000-0000-0000-0000-000000000000'.]
    """)
  static let assertionOutsideTimeRange = Self(
    when: "the times and not the signature are wrong", "Assertion is not within its valid time range.")
}
