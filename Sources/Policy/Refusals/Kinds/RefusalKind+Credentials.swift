/// How a confidential client proves who it is. Client authentication failures are HTTP 401 (RFC 6749 §5.2, observed).
extension RefusalKind {
  static let credentials: [RefusalKind] = [
    credentialMissing, clientCredentialsMissing, invalidClientSecret, clientSecretExpired, credentialFromPublicClient,
    assertionCertificateUnknown, assertionOutsideValidTime, assertionAudienceMismatch, assertionClientMismatch,
    assertionSubjectMissing, assertionSubjectMismatch, assertionMalformed, credentialsInvalidLegacy,
    clientSecretInvalidLegacy, signingKeyMissing, signatureInvalid, applicationKeyMissing, certificateOutsideValidity,
    certificateChainInvalid, certificateSubjectNotAuthorized, signingCertificateMissing,
  ]

  package static let credentialMissing = RefusalKind(
    7000218, "credentialMissing", .credentials, .invalidClient, on: [.token],
    "The request body must contain the following parameter: 'client_assertion' or 'client_secret'.",
    meaning: "A confidential client sent no credential, or an app that may not act as a public client tried to.",
    remedy: "Send the secret or assertion; for native apps, register the redirect URI as native or allow public flows.",
    cause: "leave out client_secret for a web app", source: .observed)

  package static let clientCredentialsMissing = RefusalKind(
    7000216, "clientCredentialsMissing", .credentials, .invalidClient, on: [.token],
    "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.",
    meaning: "The client credentials grant came without a credential.", remedy: "Send a secret or an assertion.",
    cause: "use client_credentials without a credential", source: .documented)

  package static let invalidClientSecret = RefusalKind(
    7000215, "invalidClientSecret", .credentials, .invalidClient, on: [.token],
    """
    Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the \
    client secret ID, for a secret added to app '{app}'.
    """,
    meaning: "The secret is not one of the app's.",
    remedy: "Use the secret's value and not its id; look at how the form encodes it.",
    cause: "send a wrong client_secret", source: .observed)

  package static let clientSecretExpired = RefusalKind(
    7000222, "clientSecretExpired", .credentials, .invalidClient, on: [.token],
    """
    The provided client secret keys for app '{app}' are expired. Visit the Azure portal to create new keys for your app: \
    https://aka.ms/NewClientSecret, or consider using certificate credentials for added security: \
    https://aka.ms/certCreds.
    """,
    meaning: "The secret is right but its time is over.", remedy: "Make a new secret and roll it out.",
    cause: "rule action: { expireSecrets: web }", source: .observed)

  package static let credentialFromPublicClient = RefusalKind(
    700025, "credentialFromPublicClient", .credentials, .invalidClient, on: [.token],
    "Client is public so neither 'client_assertion' nor 'client_secret' should be presented.", errorURI: false,
    meaning: "A secret came with a grant that was made for a native or single-page redirect URI.",
    remedy: "Leave the secret out, or register the redirect URI as web.",
    cause: "send client_secret from a native or single-page app", source: .observed)

  package static let assertionCertificateUnknown = RefusalKind(
    700027, "assertionCertificateUnknown", .credentials, .invalidClient, on: [.token],
    """
    The certificate with identifier used to sign the client assertion is not registered on application. [Reason - \
    {reason}, Thumbprint of key used by client: '{thumbprint}', Please visit the Azure Portal, Graph Explorer or \
    directly use MS Graph to see configured keys for app Id '{app}'. Review the documentation at \
    https://docs.microsoft.com/en-us/graph/deployments to determine the corresponding service endpoint and \
    https://docs.microsoft.com/en-us/graph/api/application-get?view=graph-rest-1.0&tabs=http to build a query request \
    URL, such as 'https://graph.microsoft.com/beta/applications/{app}']. Alternatively, SNI may be configured on the \
    app. Please ensure that client assertion is being sent with the x5c claim in the JWT header using MSAL's \
    WithSendX5C() method so that Azure Active Directory can validate the certificate being used.
    """,
    variants: [.assertionCertificateUnnamed, .assertionSignatureInvalid],
    meaning: "The app has no certificate with the thumbprint in the assertion's header, or the signature is wrong.",
    remedy: "Register the certificate, and compare x5t or x5t#S256 with it.",
    cause: "sign the assertion with another key", source: .observed)

  package static let assertionOutsideValidTime = RefusalKind(
    700024, "assertionOutsideValidTime", .credentials, .invalidClient, on: [.token],
    """
    Client assertion is not within its valid time range. Current time: {now}, assertion valid from {validFrom}, expiry \
    time of assertion {expires}. Review the documentation at \
    https://learn.microsoft.com/entra/identity-platform/certificate-credentials .
    """,
    meaning: "nbf lies ahead or exp behind, by more than five minutes.",
    remedy: "Set the clock, and make an assertion for each request.", cause: "send an expired assertion",
    source: .chosen)

  package static let assertionAudienceMismatch = RefusalKind(
    700023, "assertionAudienceMismatch", .credentials, .invalidClient, on: [.token],
    """
    Client assertion audience claim does not match Realm issuer. Review the documentation at \
    https://learn.microsoft.com/entra/identity-platform/certificate-credentials .
    """,
    meaning: "aud of the assertion is neither this tenant's token endpoint nor its issuer.",
    remedy: "Use the URL of the token endpoint as aud.", cause: "send an assertion for another audience",
    source: .chosen)

  package static let assertionClientMismatch = RefusalKind(
    700021, "assertionClientMismatch", .credentials, .invalidClient, on: [.token],
    """
    Client assertion application identifier doesn't match 'client_id' parameter. Review the documentation at \
    https://docs.microsoft.com/azure/active-directory/develop/active-directory-certificate-credentials .
    """,
    meaning: "iss and sub of the assertion name another app than client_id.",
    remedy: "Use the client id in all three places.", cause: "send the assertion of another app", source: .listed)

  package static let assertionSubjectMissing = RefusalKind(
    700022, "assertionSubjectMissing", .credentials, .invalidClient, on: [.page, .token],
    """
    No Subject claim provided in the assertion. Review the documentation at \
    https://docs.microsoft.com/azure/active-directory/develop/active-directory-certificate-credentials .
    """,
    variants: [.severalResourcesInImplicitGrant], errorURI: false,
    meaning: "The assertion has no sub. At authorize: response_type=token came with scopes of two resources.",
    remedy: "Put the client id into sub. At authorize, ask for one resource at a time.",
    cause: "send an assertion without sub", source: .listed)

  package static let assertionSubjectMismatch = RefusalKind(
    50048, "assertionSubjectMismatch", .credentials, .invalidClient, on: [.token],
    "Subject must match the issuer claim in the client assertion.", meaning: "sub and iss of the assertion differ.",
    remedy: "Put the client id into both.", cause: "send an assertion whose sub is another app than its iss",
    source: .observed)

  package static let assertionMalformed = RefusalKind(
    50027, "assertionMalformed", .credentials, .invalidRequest, on: [.token], "JWT token is invalid or malformed.",
    variants: [.assertionWithoutThumbprint],
    meaning: """
      client_assertion or assertion is not a JWT, or a member is wrong: alg is neither PS256 nor RS256, the header names no \
      certificate, aud is a list, or exp is missing or no time in seconds.
      """,
    remedy: "Read which member it is in the journal; mockidp explain with the trace id shows it.",
    cause: "send an assertion without exp",
    source: .observed)

  package static let credentialsInvalidLegacy = RefusalKind(
    70002, "credentialsInvalidLegacy", .credentials, .invalidClient, on: [.token], "Error validating credentials.",
    variants: [.clientNotForConsumers, .clientSecretMissing, .clientNotMobile],
    meaning: """
      Until 2018 the first of two numbers in an answer; the second said what was wrong. At consumers: personal accounts cannot \
      use the app, a web app sent no secret, or an app that is not a public client asks for a device code.
      """,
    remedy: "Read the second number; at consumers look at signInAudience.",
    cause: "use the client id of an app for work accounts at the token endpoint of consumers", source: .observed)

  package static let clientSecretInvalidLegacy = RefusalKind(
    50012, "clientSecretInvalidLegacy", .credentials, .invalidClient, on: [.token],
    "Invalid client secret is provided.", variants: [.assertionSignatureInvalidLegacy],
    meaning: "The number AADSTS7000215 and AADSTS700027 had in former years.", remedy: "As for AADSTS7000215.",
    source: .reported)

  package static let signingKeyMissing = RefusalKind(
    50003, "signingKeyMissing", .credentials, .invalidClient, on: [.token],
    "Certificate roll is in progress. Please retry the operation later.",
    meaning: "There is no key to sign a token for this app with.", remedy: "Look at the app's own signing key.",
    source: .listed)

  package static let signatureInvalid = RefusalKind(
    50006, "signatureInvalid", .credentials, .invalidClient, on: [.token],
    "Signature verification failed because of an invalid signature.",
    meaning: "A signature in the request does not verify.", remedy: "Compare the key with the registered one.",
    source: .listed)

  package static let applicationKeyMissing = RefusalKind(
    50146, "applicationKeyMissing", .credentials, .invalidRequest, on: [.redirect, .token],
    """
    This application is required to be configured with an application-specific signing key. It is either not configured with one, or \
    the key has expired or is not yet valid.
    """,
    meaning: "The app maps claims of its own, and for that needs a signing key of its own.",
    remedy: "Give it one, or let it accept mapped claims.",
    cause: "give an app a `claimsMappingPolicy`, and neither `acceptMappedClaims: true` nor a `signingKey`",
    source: .reported)

  package static let certificateOutsideValidity = RefusalKind(
    1_000_502, "certificateOutsideValidity", .credentials, .invalidClient, on: [.token],
    "The provided certificate is not within its specified validity window.",
    meaning: "The certificate that signs the assertion has ended, or has not begun.",
    remedy: "Register a new certificate and sign with it.",
    cause: "sign an assertion with a certificate that has ended",
    source: .observed)

  package static let certificateChainInvalid = RefusalKind(
    7_000_213, "certificateChainInvalid", .credentials, .invalidClient, on: [.token], "Invalid certificate chain.",
    meaning: "The certificates in x5c do not lead to an authority that the app trusts.",
    remedy: "Send the whole chain in x5c, the leaf first.",
    cause: "sign with a certificate of another authority, for an app with trustedSubjects", source: .observed)

  package static let certificateSubjectNotAuthorized = RefusalKind(
    700_030, "certificateSubjectNotAuthorized", .credentials, .invalidClient, on: [.token],
    """
    Invalid certificate - subject name in certificate is not authorized. SubjectNames/SubjectAlternativeNames (up to 10) \
    in token certificate are: {subjects}.
    """,
    meaning: "The authority is one that the app trusts, and the name of the certificate is not.",
    remedy: "Compare the subject name with the one of the registration.",
    cause: "sign with a certificate of another name, for an app with trustedSubjects", source: .listed)

  package static let signingCertificateMissing = RefusalKind(
    500_031, "signingCertificateMissing", .credentials, .invalidClient, on: [.token],
    "Cannot find signing certificate configured", meaning: "There is no certificate to sign a token for this app with.",
    remedy: "Look at the app's own signing key.", source: .observed)
}

extension RefusalKind.Variant {
  static let clientNotMobile = Self(
    when: "the device code endpoint of consumers gets an app that is not a public client",
    "The provided client is not supported for this feature. The client application must be marked as 'mobile.'")
  static let clientSecretMissing = Self(
    when: "a web app sends no credential with the code or refresh token of a personal account",
    "The provided request must include a 'client_secret' input parameter.")
  static let clientNotForConsumers = Self(
    when: "the token endpoint of consumers gets an app that it does not know or that takes work accounts alone",
    """
    The client does not exist or is not enabled for consumers. If you are the application developer, configure a new \
    application through the App Registrations in the Azure Portal at https://go.microsoft.com/fwlink/?linkid=2083908.
    """)
  /// The service was seen with this text under this number.
  static let severalResourcesInImplicitGrant = Self(
    when: "response_type=token comes with scopes of two resources",
    """
    Provided value for the input parameter scope is not valid because it contains more than one resource. Scope {scope} \
    is not valid.
    """, error: .invalidRequest)
  static let assertionCertificateUnnamed = Self(
    when: "the header has a kid and no thumbprint",
    """
    The certificate with identifier used to sign the client assertion is not registered on application. [Reason - \
    {reason}, Please visit the Azure Portal, Graph Explorer or \
    directly use MS Graph to see configured keys for app Id '{app}'. Review the documentation at \
    https://docs.microsoft.com/en-us/graph/deployments to determine the corresponding service endpoint and \
    https://docs.microsoft.com/en-us/graph/api/application-get?view=graph-rest-1.0&tabs=http to build a query request \
    URL, such as 'https://graph.microsoft.com/beta/applications/{app}']. Alternatively, SNI may be configured on the \
    app. Please ensure that client assertion is being sent with the x5c claim in the JWT header using MSAL's \
    WithSendX5C() method so that Azure Active Directory can validate the certificate being used.
    """)
  static let assertionSignatureInvalid = Self(
    when: "the certificate is known and the signature is wrong",
    """
    Client assertion contains an invalid signature. [Reason - {reason}, Thumbprint of key used by client: '{thumbprint}']
    """)
  static let assertionWithoutThumbprint = Self(
    when: "the header has neither a thumbprint nor a kid",
    "Invalid JWT token. No certificate thumbprint specified in token header.")
  static let assertionSignatureInvalidLegacy = Self(
    when: "the credential is an assertion", "Client assertion contains an invalid signature.")
}
