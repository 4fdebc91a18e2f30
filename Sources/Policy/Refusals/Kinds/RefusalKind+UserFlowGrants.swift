/// What the token endpoint of Azure AD B2C refuses (Microsoft: "Error codes in Azure Active Directory B2C").
extension RefusalKind {
  static let userFlowGrants: [RefusalKind] = [
    b2cSecretMissing, b2cSecretWrong, b2cSecretOfPublicClient, b2cGrantExpired, b2cParameterMissing,
    b2cGrantTypeUnknown, b2cGrantMalformed, b2cGrantOfAnotherFlow, b2cAccountGone, b2cGrantRevoked, b2cVerifierWrong,
    b2cVerifierInvalid, b2cNoPermission, b2cPasswordGrantOff, b2cCredentialsWrong,
  ]

  package static let b2cSecretMissing = RefusalKind(
    in: .b2c, 90079, "b2cSecretMissing", .userFlows, .invalidRequest, on: [.token],
    """
    Clients must send a client_secret when redeeming a confidential grant.
    """,
    errorURI: false, meaning: "A web app must send its secret.",
    remedy: "Send client_secret.", cause: "redeem a code of a web app without client_secret", source: .reported)

  package static let b2cSecretWrong = RefusalKind(
    in: .b2c, 90081, "b2cSecretWrong", .userFlows, .invalidClient, on: [.token],
    """
    The specified client_secret does not match the expected value for this client. Please correct the client_secret and try again.
    """,
    errorURI: false, meaning: "The secret is not the app's.",
    remedy: "Send the app's secret.", cause: "redeem a code with another client_secret", source: .documented)

  package static let b2cSecretOfPublicClient = RefusalKind(
    in: .b2c, 90084, "b2cSecretOfPublicClient", .userFlows, .invalidClient, on: [.token],
    """
    Public clients should not send a client_secret when redeeming a publicly acquired grant.
    """,
    errorURI: false, meaning: "The code came to a native or single-page app, which has no secret.",
    remedy: "Leave client_secret out.", cause: "redeem a code of a native app with client_secret", source: .documented)

  package static let b2cGrantExpired = RefusalKind(
    in: .b2c, 90080, "b2cGrantExpired", .userFlows, .invalidGrant, on: [.token],
    """
    The provided grant has expired. Please re-authenticate and try again. Current time: {now}, Grant issued time: {issuedAt}, Grant sliding window expiration time: {expires}.
    """,
    errorURI: false,
    meaning:
      "The code is older than ten minutes, or the refresh token has ended: after 14 days, or at the end of its window.",
    remedy: "Sign in again.", cause: "age a refresh token by 15 days", source: .documented)

  package static let b2cParameterMissing = RefusalKind(
    in: .b2c, 90083, "b2cParameterMissing", .userFlows, .invalidRequest, on: [.token],
    """
    The request is missing required parameter: {parameter}.
    """,
    errorURI: false, meaning: "The token request lacks a parameter.",
    remedy: "Send it.", cause: "a token request without code", source: .documented)

  package static let b2cGrantTypeUnknown = RefusalKind(
    in: .b2c, 90086, "b2cGrantTypeUnknown", .userFlows, .unsupportedGrantType, on: [.token],
    """
    The supplied grant_type [{grantType}] is not supported.
    """,
    errorURI: false, meaning: "The service does not have this grant_type.",
    remedy: "Send authorization_code, refresh_token, client_credentials, or password at a flow of that type.",
    cause: "a token request with grant_type=foo", source: .documented)

  package static let b2cGrantMalformed = RefusalKind(
    in: .b2c, 90087, "b2cGrantMalformed", .userFlows, .invalidGrant, on: [.token],
    """
    The provided grant is not valid for this version of the protocol.
    """,
    errorURI: false, meaning: "The code or refresh token is none of this service's.",
    remedy: "Send the code or refresh token as it came.", cause: "redeem a made-up code", source: .documented)

  package static let b2cGrantOfAnotherFlow = RefusalKind(
    in: .b2c, 90088, "b2cGrantOfAnotherFlow", .userFlows, .invalidGrant, on: [.token],
    """
    The provided grant has not been issued for this endpoint. Actual Value : {policyOfGrant} and Expected Value : {policy}
    """,
    errorURI: false, meaning: "A code or refresh token counts at the user flow that gave it.",
    remedy: "Redeem it at the user flow that the user signed in by.",
    cause: "redeem a refresh token at the address of another user flow", source: .documented)

  package static let b2cAccountGone = RefusalKind(
    in: .b2c, 90128, "b2cAccountGone", .userFlows, .invalidGrant, on: [.token],
    """
    The account associated with this grant no longer exists. Please reauthenticate and try again.
    """,
    errorURI: false, meaning: "The user was deleted or disabled.",
    remedy: "Sign in again.", cause: "delete the user, then refresh", source: .documented)

  package static let b2cGrantRevoked = RefusalKind(
    in: .b2c, 90129, "b2cGrantRevoked", .userFlows, .invalidGrant, on: [.token],
    """
    The provided grant has been revoked. Please reauthenticate and try again.
    """,
    errorURI: false, meaning: "The sessions of the user were revoked, or the code was redeemed before.",
    remedy: "Sign in again.", cause: "revoke the sessions of the user, then refresh", source: .documented)

  package static let b2cVerifierWrong = RefusalKind(
    in: .b2c, 90182, "b2cVerifierWrong", .userFlows, .invalidGrant, on: [.token],
    """
    The supplied code_verifier does not match associated code_challenge.
    """,
    errorURI: false, meaning: "The verifier is not that of the authorize request.",
    remedy: "Send the verifier that the challenge was made of.", cause: "redeem a code with another code_verifier",
    source: .documented)

  package static let b2cVerifierInvalid = RefusalKind(
    in: .b2c, 90183, "b2cVerifierInvalid", .userFlows, .invalidGrant, on: [.token],
    """
    The supplied code_verifier is invalid.
    """,
    errorURI: false, meaning: "The verifier is missing, or not 43 to 128 characters long.",
    remedy: "Send the verifier that the challenge was made of.", cause: "redeem a code without its code_verifier",
    source: .documented)

  package static let b2cNoPermission = RefusalKind(
    in: .b2c, 90205, "b2cNoPermission", .userFlows, .invalidRequest, on: [.redirect, .token],
    """
    This application does not have sufficient permissions against this web resource to perform the operation.
    """,
    errorURI: false, meaning: "Nobody has granted the app the scope: an administrator must.",
    remedy: "Grant the app the permissions of the API.", cause: "a scope of an API that the app was not granted",
    source: .reported)

  package static let b2cPasswordGrantOff = RefusalKind(
    in: .b2c, 90224, "b2cPasswordGrantOff", .userFlows, .unauthorizedClient, on: [.token],
    """
    Resource owner flow has not been enabled for the application.
    """,
    errorURI: false, meaning: "The user flow is not of the type 'resourceOwner'.",
    remedy: "Send the request to a user flow for passwords in requests.",
    cause: "grant_type=password at a user flow of another type", source: .documented)

  package static let b2cCredentialsWrong = RefusalKind(
    in: .b2c, 90225, "b2cCredentialsWrong", .userFlows, .accessDenied, on: [.token],
    """
    The username or password provided in the request are invalid.
    """,
    errorURI: false, meaning: "Name or password is wrong, or the account cannot sign in.",
    remedy: "Ask for the password again.", cause: "grant_type=password with a wrong password", source: .reported)
}
