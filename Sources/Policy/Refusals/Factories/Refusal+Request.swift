extension Refusal {
  /// A parameter that is missing or empty.
  package static func missingParameter(_ name: String) -> Refusal { Refusal(.missingParameter, [.parameter: name]) }

  /// A part of the client's credential that is missing or unknown, such as `client_assertion_type`.
  package static func missingCredentialField(_ name: String) -> Refusal {
    Refusal(.missingCredentialField, [.parameter: name])
  }

  /// A parameter given twice.
  package static func duplicateParameter(_ name: String) -> Refusal {
    Refusal(.duplicateParameter, [.parameter: name])
  }

  /// A parameter that is there without a usable value.
  package static func parameterEmpty(_ name: String) -> Refusal { Refusal(.parameterEmpty, [.parameter: name]) }

  /// A request that cannot be read.
  package static let malformedRequest = Refusal(.malformedRequest)

  /// `sid` together with `login_hint`.
  package static let hintsTogether = Refusal(.hintsTogether)

  /// An authorize URL beyond the limit.
  package static let queryTooLong = Refusal(.queryTooLong)

  /// A `prompt` of an unknown word, or of more than one.
  package static let unsupportedPrompt = Refusal(.unsupportedValue)

  /// A `claims` parameter that is no JSON object.
  package static let claimsNotJSON = Refusal(.unsupportedValue, as: .claimsNotJSON)

  /// A token bound to a key, `pop` or `ssh-cert`, which a bearer token must not stand in for.
  package static let tokenTypeUnsupported = Refusal(.unsupportedValue, as: .tokenTypeUnsupported)

  /// A public client's secret at the personal-account service.
  package static let secretFromPersonalAccountApp = Refusal(.unsupportedValue, as: .secretFromPersonalAccountApp)

  /// The token endpoint called with another method than POST.
  package static func methodNotAllowed(_ method: String) -> Refusal { Refusal(.methodNotAllowed, [.method: method]) }

  /// A `resource` that is not the resource of the scopes.
  package static let resourceMismatch = Refusal(.resourceMismatch)

  /// A `response_type` with an unknown word.
  package static func responseTypeUnsupported(_ responseType: String) -> Refusal {
    Refusal(.responseTypeUnsupported, [.responseType: responseType])
  }

  /// `response_type=token` for an app that has not enabled it.
  package static let accessTokenNotEnabled = Refusal(.accessTokenNotEnabled)

  /// `response_type=id_token` for an app that has not enabled it.
  package static let idTokenNotEnabled = Refusal(.idTokenNotEnabled)

  /// A `response_mode` that is unknown, or would put a token into the query.
  package static func responseModeUnsupported(_ mode: String) -> Refusal {
    Refusal(.responseModeUnsupported, [.responseMode: mode])
  }
}

// MARK: - PKCE and CORS

extension Refusal {
  /// `code_challenge_method` without `code_challenge`.
  package static let codeChallengeMissing = Refusal(.codeChallengeMissing)

  /// A challenge of the wrong size or alphabet, or an unknown method.
  package static let codeChallengeInvalid = Refusal(.codeChallengeInvalid)

  /// A redemption without the verifier its code needs.
  package static let codeVerifierMissing = Refusal(.codeVerifierMissing)

  /// A verifier that does not make the challenge.
  package static let codeVerifierMismatch = Refusal(.codeVerifierMismatch)

  /// A single-page redirect URI without PKCE.
  package static let codeChallengeRequired = Refusal(.codeChallengeRequired)

  /// A grant of another client type with an `Origin` header.
  package static func crossOriginNotPermitted(origin: String) -> Refusal {
    Refusal(.crossOriginNotPermitted, [.origin: origin])
  }

  /// The same at the personal-account service.
  package static let crossOriginForPersonalAccount = Refusal(.unsupportedValue, as: .crossOriginForPersonalAccount)

  /// A single-page app's grant without an `Origin` header.
  package static let crossOriginRequired = Refusal(.crossOriginRequired)
}
