/// What Azure AD B2C refuses of a request (Microsoft: "Error codes in Azure Active Directory B2C").
extension RefusalKind {
  static let userFlowRequests: [RefusalKind] = [
    b2cRedirectURINotRegistered, b2cNoRedirectURIs, b2cClientIDMissing, b2cClientUnknown, b2cClientDisabled,
    b2cScopeMissing, b2cScopeUnknown, b2cResponseTypeUnknown, b2cResponseModeUnknown, b2cPromptUnknown,
    b2cScopeWithoutResource, b2cImplicitNotEnabled, b2cPublicClientNotEnabled, b2cNoIDToken, b2cOpenIDMissing,
    b2cNothingAskedFor, b2cMaxAgeInvalid, b2cSeveralResources, b2cChallengeMissing, b2cChallengeMethodUnknown,
    b2cScopeUnsupported, b2cSignOutURIMissing, b2cTokenExpired, b2cTokenOfAnotherIssuer, b2cTokenUnsigned,
    b2cHintExpired, b2cHintOfAnotherApp, b2cHintInvalid, b2cHintMissing, b2cSignOutURIInvalid, b2cUnavailable,
    b2cInternalError,
    b2cNoSession,
  ]

  package static let b2cRedirectURINotRegistered = RefusalKind(
    in: .b2c, 90006, "b2cRedirectURINotRegistered", .userFlows, .invalidRequest, on: [.page],
    """
    The redirect URI '{redirectURI}' provided in the request is not registered for the client id '{app}'.
    """,
    errorURI: false, meaning: "The app does not have this redirect URI.",
    remedy: "Register the redirect URI, or send one that is registered.",
    cause: "an authorize request with another redirect_uri", source: .documented)

  package static let b2cNoRedirectURIs = RefusalKind(
    in: .b2c, 90007, "b2cNoRedirectURIs", .userFlows, .invalidRequest, on: [.page],
    """
    The application associated with client ID '{app}' has no registered redirect URIs.
    """,
    errorURI: false, meaning: "The app has no redirect URI at all.",
    remedy: "Register one.", cause: "an authorize request of an app without redirect URIs", source: .documented)

  package static let b2cClientIDMissing = RefusalKind(
    in: .b2c, 90008, "b2cClientIDMissing", .userFlows, .invalidRequest, on: [.page, .token],
    """
    The request does not contain a client ID parameter.
    """,
    errorURI: false, meaning: "The request has no client_id.",
    remedy: "Send client_id.", cause: "a request without client_id", source: .documented)

  package static let b2cClientUnknown = RefusalKind(
    in: .b2c, 90018, "b2cClientUnknown", .userFlows, .invalidClient, on: [.page, .token],
    """
    The client ID '{app}' specified in the request is not registered in tenant '{tenant}'.
    """,
    errorURI: false, meaning: "The tenant of the path has no such app.",
    remedy: "Take the client id of an app of this tenant.", cause: "a request with another client_id",
    source: .documented)

  package static let b2cClientDisabled = RefusalKind(
    in: .b2c, 90092, "b2cClientDisabled", .userFlows, .unauthorizedClient, on: [.page, .token],
    """
    The provided application with ID '{app}' has been disabled.
    """,
    errorURI: false, meaning: "The app is switched off.",
    remedy: "Enable the app.", cause: "an app with 'enabled: false'", source: .documented)

  package static let b2cScopeMissing = RefusalKind(
    in: .b2c, 90010, "b2cScopeMissing", .userFlows, .invalidRequest, on: [.redirect],
    """
    The request does not contain a scope parameter.
    """,
    errorURI: false, meaning: "The authorize request has no scope.",
    remedy: "Send openid, and a scope of your API.", cause: "an authorize request without scope", source: .documented)

  package static let b2cScopeUnknown = RefusalKind(
    in: .b2c, 90117, "b2cScopeUnknown", .userFlows, .invalidRequest, on: [.redirect, .token],
    """
    The scope '{scope}' provided in the request is not supported.
    """,
    errorURI: false, meaning: "No API of the tenant has this scope, or the app may not ask for it.",
    remedy: "Ask for a scope that an API of the tenant exposes: https://TENANT/API/SCOPE.",
    cause: "a request with an unknown scope", source: .documented)

  package static let b2cResponseTypeUnknown = RefusalKind(
    in: .b2c, 90013, "b2cResponseTypeUnknown", .userFlows, .unsupportedResponseType, on: [.redirect],
    """
    The response type '{responseType}' provided in the request is not supported.
    """,
    errorURI: false, meaning: "The service does not have this response_type.",
    remedy: "Send code.", cause: "an authorize request with response_type=foo", source: .documented)

  package static let b2cResponseModeUnknown = RefusalKind(
    in: .b2c, 90014, "b2cResponseModeUnknown", .userFlows, .invalidRequest, on: [.redirect],
    """
    The response mode '{responseMode}' provided in the request is not supported.
    """,
    errorURI: false, meaning: "The service does not have this response_mode.",
    remedy: "Send query, fragment or form_post.", cause: "an authorize request with response_mode=foo",
    source: .documented)

  package static let b2cPromptUnknown = RefusalKind(
    in: .b2c, 90043, "b2cPromptUnknown", .userFlows, .invalidRequest, on: [.redirect],
    """
    The prompt included in the request contains invalid values. Expected 'none', 'login', 'consent' or 'select_account'.
    """,
    errorURI: false, meaning: "The prompt is none of the service's.",
    remedy: "Leave prompt out, or send login.", cause: "an authorize request with prompt=foo", source: .documented)

  package static let b2cScopeWithoutResource = RefusalKind(
    in: .b2c, 90055, "b2cScopeWithoutResource", .userFlows, .invalidRequest, on: [.redirect, .token],
    """
    The scope '{scope}' provided in request must specify a resource, such as 'https://example.com/calendar.read'.
    """,
    errorURI: false, meaning: "The scope names no API.",
    remedy: "Send the whole name of the scope: https://TENANT/API/SCOPE.", cause: "a request with the scope User.Read",
    source: .documented)

  package static let b2cImplicitNotEnabled = RefusalKind(
    in: .b2c, 90057, "b2cImplicitNotEnabled", .userFlows, .unauthorizedClient, on: [.redirect, .token],
    """
    The provided application is not configured to allow the 'OAuth' Implicit flow.
    """,
    errorURI: false, meaning: "The app asks for a token at authorize, or by a password, and is not set up for it.",
    remedy: "Use the code flow, or switch the implicit grant on.",
    cause: "response_type=id_token for an app without enableAccessTokenIssuance", source: .reported)

  package static let b2cPublicClientNotEnabled = RefusalKind(
    in: .b2c, 90058, "b2cPublicClientNotEnabled", .userFlows, .unauthorizedClient, on: [.token],
    """
    The provided application is not configured to allow public clients.
    """,
    errorURI: false, meaning: "The app sends no secret and is not a public client.",
    remedy: "Register the redirect URI as that of a native or single-page app, or send the secret.",
    cause: "ROPC for an app that allows no public client flows", source: .documented)

  package static let b2cNoIDToken = RefusalKind(
    in: .b2c, 90107, "b2cNoIDToken", .userFlows, .invalidRequest, on: [.redirect],
    """
    The application with ID '{app}' cannot get an ID token either because the openid scope was not provided in the request or the application is not authorized for it.
    """,
    errorURI: false, meaning: "An id_token needs the scope openid.",
    remedy: "Send openid.", source: .documented)

  package static let b2cOpenIDMissing = RefusalKind(
    in: .b2c, 90110, "b2cOpenIDMissing", .userFlows, .invalidRequest, on: [.redirect],
    """
    The scope parameter must include 'openid' when requesting a response_type that includes 'id_token'.
    """,
    errorURI: false, meaning: "An id_token needs the scope openid.",
    remedy: "Send openid.", cause: "response_type=id_token without the scope openid", source: .documented)

  package static let b2cNothingAskedFor = RefusalKind(
    in: .b2c, 90115, "b2cNothingAskedFor", .userFlows, .invalidRequest, on: [.redirect],
    """
    When requesting the 'code' response_type, the scope parameter must include a resource or client ID for access tokens, and 'openid' for ID tokens. Additionally include 'offline_access' for refresh tokens.
    """,
    errorURI: false, meaning: "The scopes ask for no token.",
    remedy: "Send openid, the client id, or a scope of an API.",
    cause: "response_type=code with the scope offline_access alone", source: .documented)

  package static let b2cMaxAgeInvalid = RefusalKind(
    in: .b2c, 90120, "b2cMaxAgeInvalid", .userFlows, .invalidRequest, on: [.redirect],
    """
    The max age parameter specified in the request is not in the valid range.
    """,
    errorURI: false, meaning: "max_age is not a number of seconds.",
    remedy: "Send a number from 0 on.", cause: "an authorize request with max_age=-1", source: .documented)

  package static let b2cSeveralResources = RefusalKind(
    in: .b2c, 90146, "b2cSeveralResources", .userFlows, .invalidRequest, on: [.redirect, .token],
    """
    The scope '{scope}' provided in request specifies more than one resource for an access token, which is not supported.
    """,
    errorURI: false, meaning: "An access token is for one API.",
    remedy: "Ask for the scopes of one API at a time.", cause: "scopes of two APIs", source: .documented)

  package static let b2cChallengeMissing = RefusalKind(
    in: .b2c, 99059, "b2cChallengeMissing", .userFlows, .invalidRequest, on: [.redirect],
    """
    The supplied request must present a code_challenge. Required for single-page apps using the authorization code flow.
    """,
    errorURI: false, meaning: "A single-page or native app must prove the code with PKCE.",
    remedy: "Send code_challenge.", cause: "an authorize request of a single-page app without code_challenge",
    source: .documented)

  package static let b2cChallengeMethodUnknown = RefusalKind(
    in: .b2c, 90184, "b2cChallengeMethodUnknown", .userFlows, .invalidRequest, on: [.redirect],
    """
    The supplied code_challenge_method is not supported. Supported values are plain or S256.
    """,
    errorURI: false, meaning: "PKCE has two methods.",
    remedy: "Send S256.", cause: "code_challenge_method=foo", source: .documented)

  package static let b2cScopeUnsupported = RefusalKind(
    in: .b2c, 90012, "b2cScopeUnsupported", .userFlows, .invalidRequest, on: [.redirect, .token],
    """
    The scope '{scope}' provided in request is not supported.
    """,
    errorURI: false, meaning: "An older text of AADB2C90117.", remedy: "Ask for a scope of an API of the tenant.",
    source: .documented)

  package static let b2cSignOutURIMissing = RefusalKind(
    in: .b2c, 90036, "b2cSignOutURIMissing", .userFlows, .invalidRequest, on: [.page],
    """
    The request does not contain a URI to redirect the user to post logout. Specify a URI in the post_logout_redirect_uri parameter field.
    """,
    errorURI: false, meaning: "A sign-out without post_logout_redirect_uri. Here the user sees a page that says so.",
    remedy: "Send post_logout_redirect_uri.", source: .documented)

  package static let b2cTokenExpired = RefusalKind(
    in: .b2c, 90235, "b2cTokenExpired", .userFlows, .invalidRequest, on: [.token],
    """
    The provided id_token is expired. Please provide another token and try again.
    """,
    errorURI: false, meaning: "The token that was sent to UserInfo has ended.", remedy: "Renew it.",
    cause: "call UserInfo with an old access token", source: .documented)

  package static let b2cTokenOfAnotherIssuer = RefusalKind(
    in: .b2c, 90238, "b2cTokenOfAnotherIssuer", .userFlows, .invalidRequest, on: [.token],
    """
    The provided id_token does not contain a valid issuer. Valid issuer values: '{issuer}'. Please provide another token and try again.
    """,
    errorURI: false, meaning: "The token that was sent to UserInfo is of another issuer.",
    remedy: "Send an access token of the user flow.", cause: "call UserInfo with a token of another user flow",
    source: .documented)

  package static let b2cTokenUnsigned = RefusalKind(
    in: .b2c, 90239, "b2cTokenUnsigned", .userFlows, .invalidRequest, on: [.token],
    """
    The provided id_token failed signature validation. Please provide another token and try again.
    """,
    errorURI: false, meaning: "UserInfo got no token, or one that the tenant has not signed.",
    remedy: "Send an access token of the user flow.", cause: "call UserInfo without a token", source: .documented)

  package static let b2cHintExpired = RefusalKind(
    in: .b2c, 90208, "b2cHintExpired", .userFlows, .invalidRequest, on: [.page, .redirect],
    """
    The provided id_token_hint parameter is expired. Please provide another token and try again.
    """,
    errorURI: false, meaning: "The id_token of the hint has ended.",
    remedy: "Send the newest id_token.", cause: "an old id_token_hint, where the user flow has 'idTokenHint: optional'",
    source: .documented)

  package static let b2cHintOfAnotherApp = RefusalKind(
    in: .b2c, 90209, "b2cHintOfAnotherApp", .userFlows, .invalidRequest, on: [.page, .redirect],
    """
    The provided id_token_hint parameter does not contain an accepted audience. Valid audience values: '{audience}'. Please provide another token and try again.
    """,
    errorURI: false, meaning: "The id_token of the hint was issued to another app.",
    remedy: "Send an id_token of this app.", cause: "an id_token_hint of another app", source: .documented)

  package static let b2cHintInvalid = RefusalKind(
    in: .b2c, 90210, "b2cHintInvalid", .userFlows, .invalidRequest, on: [.page, .redirect],
    """
    The provided id_token_hint parameter could not be validated. Please provide another token and try again.
    """,
    errorURI: false, meaning: "The hint is not an id_token of this tenant.",
    remedy: "Send an id_token of this user flow.", cause: "a sign-out with a made-up id_token_hint", source: .documented
  )

  package static let b2cHintMissing = RefusalKind(
    in: .b2c, 90272, "b2cHintMissing", .userFlows, .invalidRequest, on: [.page, .redirect],
    """
    The id_token_hint parameter has not been specified in the request. Please provide token and try again.
    """,
    errorURI: false, meaning: "The user flow wants an id_token_hint, and the request has none.",
    remedy: "Send the id_token of the user.",
    cause: "a sign-out without hint, where the user flow has 'requireIdTokenInLogout'", source: .documented)

  package static let b2cSignOutURIInvalid = RefusalKind(
    in: .b2c, 90067, "b2cSignOutURIInvalid", .userFlows, .invalidRequest, on: [.page],
    """
    The post logout redirect URI '{redirectURI}' has an invalid format. Specify an https based URL such as 'https://example.com/return' or for native clients use the IETF native client URI 'urn:ietf:wg:oauth:2.0:oob'.
    """,
    errorURI: false, meaning: "post_logout_redirect_uri is not an address, or the app does not have it.",
    remedy: "Send an address that the app has registered.",
    cause: "a sign-out with an id_token_hint to an address that is not registered", source: .documented)

  package static let b2cUnavailable = RefusalKind(
    in: .b2c, 90035, "b2cUnavailable", .userFlows, .temporarilyUnavailable, on: [.page, .redirect, .token],
    """
    The service is temporarily unavailable. Please retry after a few minutes.
    """,
    errorURI: false, meaning: "The service has trouble of its own.",
    remedy: "Try again later.", source: .documented)

  package static let b2cInternalError = RefusalKind(
    in: .b2c, 90085, "b2cInternalError", .userFlows, .serverError, on: [.page, .redirect, .token],
    """
    The service has encountered an internal error. Please reauthenticate and try again.
    """,
    errorURI: false, meaning: "The service has trouble of its own.",
    remedy: "Sign in again.", source: .documented)

  package static let b2cNoSession = RefusalKind(
    in: .b2c, 90077, "b2cNoSession", .userFlows, .interactionRequired, on: [.silentRedirect],
    """
    User does not have an existing session and request prompt parameter has a value of 'None'.
    """,
    errorURI: false, meaning: "Nobody is signed in to this browser for the user flow, and the request allows no page.",
    remedy: "Ask again without prompt=none.", cause: "prompt=none without a session", source: .reported)
}
