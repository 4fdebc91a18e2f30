/// Parameters that are missing, repeated, malformed or not allowed.
extension RefusalKind {
  static let requests: [RefusalKind] = [
    missingParameter, missingCredentialField, duplicateParameter, malformedRequest, malformedJSON, hintsTogether,
    inputInvalid,
    queryTooLong, unsupportedValue, parameterEmpty, methodNotAllowed, methodNotAccepted, resourceParameter,
    resourceMismatch, responseTypeUnsupported, accessTokenNotEnabled, idTokenNotEnabled, responseModeUnsupported,
    codeChallengeMissing, codeChallengeInvalid, codeVerifierMissing, codeVerifierMismatch, codeChallengeRequired,
    crossOriginNotPermitted, crossOriginRequired, codeChallengeSizeInvalid, queryTooLongElsewhere,
    certificateBoundUnsupported, assertionTypeUnexpected,
  ]

  package static let missingParameter = RefusalKind(
    900144, "missingParameter", .request, .invalidRequest, on: [.page, .redirect, .token],
    "The request body must contain the following parameter: '{parameter}'.",
    meaning: "A parameter that must be there is not, or is empty.", remedy: "Send it.",
    cause: "leave out a parameter", source: .observed)

  package static let missingCredentialField = RefusalKind(
    90014, "missingCredentialField", .request, .invalidRequest, on: [.redirect, .token],
    """
    The required field '{parameter}' is missing from the credential. Ensure that you have all the necessary parameters \
    for the login request.
    """,
    meaning:
      "Something that belongs to the credential is missing, such as client_assertion_type or the assertion's iss.",
    remedy: "Send it, spelled as the documentation does.",
    cause: "send client_assertion without client_assertion_type", source: .documented)

  /// Observed 2016-12-15 with its number (azure-activedirectory-library-for-ruby 53), and 2025-03-24 (msgraph-sdk-php 1661).
  package static let assertionTypeUnexpected = RefusalKind(
    90011, "assertionTypeUnexpected", .request, .invalidRequest, on: [.token], "Unexpected client assertion type.",
    meaning: "client_assertion_type is not the one that the service knows.",
    remedy: "Send urn:ietf:params:oauth:client-assertion-type:jwt-bearer, encoded once.",
    cause: "send client_assertion with another client_assertion_type", source: .observed)

  package static let duplicateParameter = RefusalKind(
    9000411, "duplicateParameter", .request, .invalidRequest, on: [.page, .token],
    "The request is not properly formatted. The parameter '{parameter}' is duplicated.",
    meaning: "A parameter is there twice.",
    remedy: "Look at what extra query parameters the library is told to add.", cause: "send a parameter twice",
    source: .reported)

  package static let malformedRequest = RefusalKind(
    90004, "malformedRequest", .request, .invalidRequest, on: [.page, .redirect, .token],
    "The request is not properly formatted.", meaning: "The request cannot be read.",
    remedy: "Look at its encoding and content type.",
    cause: "send one client id in the body and another in a Basic header", source: .documented)

  package static let malformedJSON = RefusalKind(
    9000410, "malformedJSON", .request, .invalidRequest, on: [.page], "Malformed JSON.",
    meaning: "The form of a sign-in page says by its Content-Type that it is JSON, and it is not.",
    remedy: "Send application/x-www-form-urlencoded.",
    cause: "post a form of a sign-in page as application/json", source: .reported)

  package static let hintsTogether = RefusalKind(
    90005, "hintsTogether", .request, .invalidRequest, on: [.redirect],
    "Unable to complete request. The request was invalid since SID and login_hint cannot be used together.",
    meaning: "sid and login_hint both name the user.", remedy: "Send one of them.",
    cause: "send sid together with login_hint", source: .listed)

  package static let inputInvalid = RefusalKind(
    90013, "inputInvalid", .request, .invalidRequest, on: [.page, .token], "Invalid input received from the user.",
    meaning: "What the user typed cannot be used.", remedy: "Try again.", source: .documented)

  package static let queryTooLong = RefusalKind(
    90015, "queryTooLong", .request, .invalidRequest, on: [.page], "Requested query string is too long.",
    meaning: "The authorize URL is longer than 8 KiB.", remedy: "Send the request as POST, or with less state.",
    cause: "send an authorize URL of more than 8192 bytes", source: .documented)

  package static let unsupportedValue = RefusalKind(
    90023, "unsupportedValue", .request, .invalidRequest, on: [.page, .redirect, .token], "Unsupported 'prompt' value.",
    variants: [
      .claimsNotJSON, .noApplicablePermissions, .secretFromPersonalAccountApp, .crossOriginForPersonalAccount,
      .tokenTypeUnsupported,
      .confirmationUnreadable,
    ],
    meaning: "A parameter has a value that the service does not take.",
    remedy: "For prompt: one of none, login, select_account, consent, create, and never two.",
    cause: "send prompt=bogus", source: .observed)

  package static let parameterEmpty = RefusalKind(
    90100, "parameterEmpty", .request, .invalidRequest, on: [.token], "{parameter} parameter is empty or not valid.",
    meaning: "A parameter is there without a usable value.", remedy: "Send a value.", source: .documented)

  package static let methodNotAllowed = RefusalKind(
    900561, "methodNotAllowed", .request, .invalidRequest, on: [.page, .token],
    "The endpoint only accepts POST, OPTIONS requests. Received a {method} request.",
    variants: [.getOfAForm],
    meaning: "The token endpoint, or the address of a sign-in form, was called with another method.",
    remedy: "Use POST. A browser that lands here was redirected to the wrong URL.",
    cause: "GET the token endpoint", source: .observed)

  package static let methodNotAccepted = RefusalKind(
    90056, "methodNotAccepted", .request, .invalidRequest, on: [.token],
    "The endpoint only accepts POST, OPTIONS requests. Received a {method} request.",
    meaning: "An older number for AADSTS900561.", remedy: "As for AADSTS900561.", source: .observed)

  package static let resourceParameter = RefusalKind(
    901002, "resourceParameter", .request, .invalidRequest, on: [.redirect, .token],
    "The 'resource' request parameter is not supported.",
    variants: [.authenticationMethods],
    meaning: "The parameter belongs to v1.0: resource, or amr_values.",
    remedy: "Use scope in the place of resource, and a policy or claims in the place of amr_values.",
    cause: "send amr_values=mfa to v2.0", source: .observed)

  package static let resourceMismatch = RefusalKind(
    9010010, "resourceMismatch", .request, .invalidTarget, on: [.redirect, .token],
    "The resource parameter provided in the request doesn't match with the requested scopes.",
    meaning:
      "resource names another API than the scopes, or none: it has to be an App ID URI of the scopes' API letter by letter.",
    remedy: """
      Add the value to the API's identifierUris as it was sent, without a slash at its end, and write an App ID URI of that API before \
      each scope. A client that can leave resource out may.
      """,
    cause: "send resource=https://other.example with scopes of Graph", source: .observed)

  package static let responseTypeUnsupported = RefusalKind(
    70005, "responseTypeUnsupported", .request, .unsupportedResponseType, on: [.redirect],
    "The WS-Federation/OAuth response type '{responseType}' is not supported.",
    meaning: "response_type has an unknown word, or asks for an id token without the scope openid.",
    remedy: "Use code.", cause: "send response_type=bogus", source: .chosen)

  package static let accessTokenNotEnabled = RefusalKind(
    700051, "accessTokenNotEnabled", .request, .unsupportedResponseType, on: [.redirect],
    "response_type 'token' is not enabled for the application.",
    meaning: "The app may not get access tokens straight from the authorize endpoint.",
    remedy: "Use response_type=code, or enable implicit access tokens.",
    cause: "send response_type=token for an app without implicit grant", source: .observed)

  package static let idTokenNotEnabled = RefusalKind(
    700054, "idTokenNotEnabled", .request, .unsupportedResponseType, on: [.redirect],
    "response_type 'id_token' is not enabled for the application.",
    meaning: "The app may not get id tokens straight from the authorize endpoint.",
    remedy: "Use response_type=code, or enable implicit id tokens.",
    cause: "send response_type=id_token for an app without implicit grant", source: .observed)

  package static let responseModeUnsupported = RefusalKind(
    70007, "responseModeUnsupported", .request, .invalidRequest, on: [.redirect],
    "'{responseMode}' is not a supported value of 'response_mode' when requesting a token.",
    variants: [.queryOfSinglePageApp],
    meaning: """
      response_mode is unknown, or is query while a token is asked for, or for an address of a single-page app of Microsoft's.
      """,
    remedy: "Use fragment or form_post.", cause: "send response_mode=query with response_type=id_token",
    source: .reported)

  package static let codeChallengeMissing = RefusalKind(
    501_471, "codeChallengeMissing", .request, .invalidRequest, on: [.redirect], "Missing code_challenge parameter.",
    meaning: "code_challenge_method came without a code_challenge.", remedy: "Send both (RFC 7636 §4.3).",
    cause: "send code_challenge_method without code_challenge", source: .listed)

  package static let codeChallengeInvalid = RefusalKind(
    501491, "codeChallengeInvalid", .request, .invalidRequest, on: [.redirect],
    "Invalid size of Code_Challenge parameter.",
    meaning: "code_challenge_method is neither S256 nor plain.",
    remedy: "Send S256.", cause: "send code_challenge_method=S512",
    source: .chosen)

  package static let codeVerifierMissing = RefusalKind(
    50148, "codeVerifierMissing", .request, .invalidGrant, on: [.token],
    "The code_verifier does not match the code_challenge supplied in the authorization request for PKCE.",
    meaning: "The code was asked for with a code_challenge, and the redemption has no code_verifier.",
    remedy: "Keep the verifier until the code is redeemed.", cause: "redeem a code without its code_verifier",
    source: .observed)

  package static let codeVerifierMismatch = RefusalKind(
    501481, "codeVerifierMismatch", .request, .invalidGrant, on: [.token],
    "The Code_Verifier does not match the code_challenge supplied in the authorization request.",
    meaning: "The verifier is not the one the challenge was made of, or the sign-in had no challenge.",
    remedy: "Send the verifier of this sign-in, and none for a sign-in without code_challenge.",
    cause: "redeem a code with another code_verifier", source: .observed)

  package static let codeChallengeRequired = RefusalKind(
    9002325, "codeChallengeRequired", .request, .invalidRequest, on: [.redirect, .token],
    "Proof Key for Code Exchange is required for cross-origin authorization code redemption.", redirectURI: false,
    meaning: "A single-page redirect URI needs PKCE.", remedy: "Send code_challenge with S256.",
    cause: "sign in to a single-page app without code_challenge", source: .observed)

  package static let crossOriginNotPermitted = RefusalKind(
    9002326, "crossOriginNotPermitted", .request, .invalidRequest, on: [.token],
    """
    Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type. Request origin: \
    '{origin}'.
    """,
    variants: [.crossOriginWithoutName],
    meaning: "A page's script redeemed a code that was issued to a redirect URI not registered as single-page.",
    remedy: "Register the redirect URI as single-page application, not as web.",
    cause: "redeem a web app's code with an Origin header", source: .observed)

  package static let crossOriginRequired = RefusalKind(
    9002327, "crossOriginRequired", .request, .invalidRequest, on: [.token],
    """
    Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.
    """,
    meaning: "A server redeemed a code or refresh token that was issued to a single-page redirect URI.",
    remedy: "Register the redirect URI as web, or redeem it in the browser.",
    cause: "redeem a single-page app's code without an Origin header", source: .observed)

  package static let codeChallengeSizeInvalid = RefusalKind(
    50147, "codeChallengeSizeInvalid", .request, .invalidRequest, on: [.redirect],
    "Invalid size of the code challenge parameter.", meaning: "code_challenge has the wrong length or letters.",
    remedy: "For S256 send 43 base64url characters without padding.", cause: "send code_challenge=short",
    source: .observed)

  package static let certificateBoundUnsupported = RefusalKind(
    392196, "certificateBoundUnsupported", .request, .invalidRequest, on: [.token],
    """
    The resource application does not support certificate-bound token. Please set token_type to 'bearer'. The error code \
    is MtlsClientPopTokenNotSupportedByResource.
    """,
    meaning: "The API has not opted in to tokens that are bound to the certificate of a TLS connection.",
    remedy: "Ask for a bearer token. No API opts in here: docs/fidelity.md says so.",
    cause: "send token_type=mtls_pop", source: .observed)

  package static let queryTooLongElsewhere = RefusalKind(
    50091, "queryTooLongElsewhere", .request, .invalidRequest, on: [.page, .token],
    "Passed query string length exceeds supported limit.", errorURI: false,
    meaning: "The same as AADSTS90015, found by another check.", remedy: "As for AADSTS90015.", source: .observed)
}

extension RefusalKind.Variant {
  static let tokenTypeUnsupported = Self(
    when: "the token endpoint does not make tokens of that token_type",
    "Unsupported 'token_type' value. Only tokens of type 'Bearer' and 'pop' are issued here.")
  static let confirmationUnreadable = Self(when: "req_cnf names no key", "Unsupported 'req_cnf' value.")
  static let claimsNotJSON = Self(when: "claims is not a JSON object", "Unsupported 'claims' value.")
  static let noApplicablePermissions = Self(
    when: "a personal account gets .default from an app that lists no permission of the API",
    "No applicable permissions were found for this user.")
  static let secretFromPersonalAccountApp = Self(
    when: "a public client sends a secret to the personal-account service",
    "Public clients can't send a client secret.", mayHaveErrorURI: false)
  static let crossOriginForPersonalAccount = Self(
    when: "a page redeems a personal account's code of another client type",
    """
    Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type or 'Native' client-type \
    with origin registered in AllowedOriginForNativeAppCorsRequestInOAuthToken allow list.
    """)
  static let getOfAForm = Self(
    when: "a browser comes back to the address of a sign-in form",
    "The endpoint only accepts POST requests. Received a {method} request.")
  static let queryOfSinglePageApp = Self(
    when: "a program of Microsoft's own, at an address of a single-page app, wants the answer in the query",
    "The application requested an unsupported mode '{responseMode}' when requesting a token.")
  static let authenticationMethods = Self(
    when: "amr_values comes to v2.0", "The 'amr_values' request parameter is not supported.")
  static let crossOriginWithoutName = Self(
    when: "the older wording is wanted",
    "Cross-origin token redemption is permitted only for the 'Single-Page Application' client-type.")
}
