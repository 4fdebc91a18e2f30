/// Requests of SAML 2.0 (Microsoft: "Single sign-on SAML protocol"; the texts that are observed stand in threads of service providers).
extension RefusalKind {
  static let saml: [RefusalKind] = [
    samlEncodingUnknown, samlMessageInvalid, samlUnexpectedDestination, samlAuthenticationMethod, samlNamePolicyInvalid,
    samlRequestUnsigned, samlRequestExpired, samlBindingUnsupported, samlRequestMissing, samlNotDeflated,
    samlAssertionMissing, samlNotURI, samlXMLError, samlIDInvalid, samlNameMissing, samlPropertyUnsupported,
    applicationIsOfSAML,
  ]

  package static let samlEncodingUnknown = RefusalKind(
    75001, "samlEncodingUnknown", .saml, .invalidRequest, on: [.page],
    "An error occurred during SAML message binding.",
    meaning: "SAMLEncoding of a redirected request is another one than DEFLATE.",
    remedy: "Leave SAMLEncoding out.", cause: "send SAMLEncoding=gzip to /{tenant}/saml2", source: .chosen)

  package static let samlMessageInvalid = RefusalKind(
    75005, "samlMessageInvalid", .saml, .invalidRequest, on: [.page],
    "The request is not a valid Saml2 protocol message.",
    meaning: "What came is not Base64, not a request of SAML 2.0, or a request that this address does not take.",
    remedy: "Send an AuthnRequest or a LogoutRequest of version 2.0; a LogoutRequest by redirect alone.",
    cause: "post a SAMLRequest that is not Base64 to /{tenant}/saml2", source: .reported)

  package static let samlUnexpectedDestination = RefusalKind(
    75008, "samlUnexpectedDestination", .saml, .invalidRequest, on: [.page],
    "The request from the application was denied since the SAML request had an unexpected destination.",
    meaning: "Destination of the request names another address.",
    remedy: "Take the address of single sign-on from the metadata.",
    cause: "give the app `saml: { checkDestination: true }` and send another Destination", source: .documented)

  package static let samlAuthenticationMethod = RefusalKind(
    75011, "samlAuthenticationMethod", .saml, .invalidRequest, on: [.page],
    """
    Authentication method '{usedMethod}' by which the user authenticated with the service doesn't match requested \
    authentication method '{askedMethod}'. Contact the {appName} application owner.
    """,
    meaning:
      "The request demands one way to sign in, and the user came by another one, or has a session of another one.",
    remedy: "Leave RequestedAuthnContext out of the request, or send ForceAuthn=\"true\" with it.",
    cause: "let `users.bob.signsInWith` be windowsHello, and ask for PasswordProtectedTransport", source: .reported)

  package static let samlNamePolicyInvalid = RefusalKind(
    75016, "samlNamePolicyInvalid", .saml, .invalidRequest, on: [.redirect],
    "SAML2 Authentication Request has invalid NameIdPolicy.",
    meaning: "NameIDPolicy asks for a format that the service does not have.",
    remedy: "Ask for persistent, emailAddress, unspecified or transient, or for none.",
    cause: "send a NameIDPolicy with the format kerberos", source: .documented)

  package static let samlRequestUnsigned = RefusalKind(
    76021, "samlRequestUnsigned", .saml, .invalidRequest, on: [.page],
    "The request sent by client is not signed while the application requires signed requests",
    variants: [
      .samlNoVerificationCertificate, .samlSignatureWrong, .samlSignatureKeyUnknown, .samlSignatureAlgorithm,
      .samlNotForPathOfPrincipal,
    ],
    meaning: "The app wants requests with a signature that fits one of its certificates.",
    remedy: "Sign the request with RSA and SHA-256, and register the certificate.",
    cause: "let the app have `requestSignatureVerification: { isSignedRequestRequired: true }` and sign nothing",
    source: .documented)

  package static let samlRequestExpired = RefusalKind(
    76026, "samlRequestExpired", .saml, .invalidRequest, on: [.page],
    "The request has expired. Try to submit new request.",
    meaning: "IssueInstant is too long ago.", remedy: "Make a new request for each sign-in.",
    cause: "give the app `saml: { requestLifetime: 5m }` and send an old request", source: .reported)

  package static let samlBindingUnsupported = RefusalKind(
    750_032, "samlBindingUnsupported", .saml, .invalidRequest, on: [.page],
    "SAML protocol response cannot be sent via bindings other than HTTP POST. Requested binding: {binding}",
    meaning: "ProtocolBinding of the request is another one than HTTP-POST.",
    remedy: "Ask for urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST, or for none.",
    cause: "send a request with the ProtocolBinding of artifacts", source: .reported)

  package static let samlRequestMissing = RefusalKind(
    750_054, "samlRequestMissing", .saml, .invalidRequest, on: [.page],
    "SAMLRequest or SAMLResponse must be present as query string parameters in HTTP request for SAML Redirect binding.",
    meaning: "Somebody opened the address of single sign-on without a request.",
    remedy: "Begin at the app, or at the address of the app in My Apps.",
    cause: "open /{tenant}/saml2 in a browser", source: .observed)

  package static let samlNotDeflated = RefusalKind(
    750_055, "samlNotDeflated", .saml, .invalidRequest, on: [.page],
    "SAML message was not properly DEFLATE-encoded.",
    meaning: "A redirected request is not raw DEFLATE: it has the head of zlib or gzip, or is not compressed.",
    remedy: "Compress with raw DEFLATE (window bits -15) before Base64.",
    cause: "send a SAMLRequest in the query that is Base64 alone", source: .reported)

  package static let samlAssertionMissing = RefusalKind(
    7_500_514, "samlAssertionMissing", .saml, .invalidRequest, on: [.page],
    "A supported type of SAML response was not found. The supported response types are 'Response' or 'Assertion'.",
    meaning: "A Response without an assertion was posted to the address of single sign-on.",
    remedy: "Send Responses to nobody here: this address takes requests.",
    cause: "post a Response to /{tenant}/saml2", source: .reported)

  package static let samlNotURI = RefusalKind(
    7_500_522, "samlNotURI", .saml, .invalidRequest, on: [.page],
    "XML attribute '{parameter}' in the SAML message must be a URI.",
    meaning: "The address or the context of a request is not a URI.", remedy: "Send an absolute URI.",
    cause: "send AssertionConsumerServiceURL=\"/acs\"", source: .reported)

  package static let samlXMLError = RefusalKind(
    7_500_525, "samlXMLError", .saml, .invalidRequest, on: [.page],
    """
    There was an XML error in the SAML message at line {line}, position {position}. Verify that the XML content of the SAML \
    messages conforms to the SAML protocol specifications.
    """,
    meaning: "The request is not well-formed, has a DTD or a processing instruction, or lacks its Issuer.",
    remedy: "Look at the place that the text names.", cause: "send a request with an empty Issuer", source: .reported)

  package static let samlIDInvalid = RefusalKind(
    7_500_529, "samlIDInvalid", .saml, .invalidRequest, on: [.page],
    "The value '{identifier}' is not a valid SAML ID. The ID must not begin with a number.",
    meaning: "ID of the request is not a name of XML.", remedy: "Begin the ID with a letter or an underscore.",
    cause: "send a request whose ID begins with a digit", source: .reported)

  package static let samlNameMissing = RefusalKind(
    7_500_530, "samlNameMissing", .saml, .invalidRequest, on: [.page], "SAML NameId cannot be null.",
    meaning: "A LogoutRequest has no NameID, or an encrypted one.", remedy: "Send the NameID in clear.",
    cause: "send a LogoutRequest without NameID", source: .reported)

  package static let samlPropertyUnsupported = RefusalKind(
    900_236, "samlPropertyUnsupported", .saml, .invalidRequest, on: [.redirect],
    "The SAML authentication request property '{parameter}' is not supported and must not be set.",
    meaning: "The request has something that the service does not do: Subject, Scoping, or a comparison of contexts.",
    remedy: "Leave it out; the user's name goes into login_hint.",
    cause: "send a request with Subject", source: .documented)

  package static let applicationIsOfSAML = RefusalKind(
    399_274, "applicationIsOfSAML", .client, .invalidRequest, on: [.page, .token],
    "The application '{app}' is configured for SAML SSO and could not be used with non-SAML protocol.",
    meaning: "The app signs in by SAML, and a request of OAuth 2.0 came for it.",
    remedy: "Register another app for OAuth 2.0; here `saml: { alsoOAuth: true }` admits both.",
    cause: "ask for a token of an app with the word `saml`", source: .reported)
}

extension RefusalKind.Variant {
  package static let samlNoVerificationCertificate = Self(
    when: "the app has no certificate",
    """
    Cannot verify the signature of received authentication request since there is no certificate for verification \
    configured in the application.
    """)
  package static let samlSignatureWrong = Self(
    when: "the signature does not fit", "The signature of the received authentication request is not valid.")
  package static let samlSignatureKeyUnknown = Self(
    when: "none of the two newest certificates fits",
    "The signature of the received authentication request fits no certificate of the application.")
  package static let samlSignatureAlgorithm = Self(
    when: "the algorithm is missing or not allowed",
    "The algorithm of the signature of the received authentication request is missing or not allowed.")
  package static let samlNotForPathOfPrincipal = Self(
    when: "the path names the service principal",
    "Signed requests are not supported where the address names the service principal.")
  package static let samlReplyURL = Self(
    when: "a SAML request names an address that the app does not have",
    """
    The reply URL '{redirectURI}' specified in the request does not match the reply URLs configured for the application \
    '{app}'. Make sure the reply URL sent in the request matches one added to your application in the Azure portal. \
    Navigate to https://aka.ms/urlMismatchError to learn more about how to fix this.
    """)
}
