extension Refusal {
  /// The parameter is missing or empty.
  package static func missingParameter(_ name: String) -> Refusal { Refusal(.missingParameter, [.parameter: name]) }

  /// A part of the client's credential is missing or unknown, such as `client_assertion_type`.
  package static func missingCredentialField(_ name: String) -> Refusal {
    Refusal(.missingCredentialField, [.parameter: name])
  }

  /// The request has the parameter twice.
  package static func duplicateParameter(_ name: String) -> Refusal {
    Refusal(.duplicateParameter, [.parameter: name])
  }

  /// `amr_values` came to v2.0.
  package static let authenticationMethodsUnsupported = Refusal(.resourceParameter, as: .authenticationMethods)

  /// `prompt=admin_consent` came to v2.0.
  package static let adminConsentPrompt = Refusal(.challengeTargetInvalid, as: .adminConsentPrompt)

  /// A browser came back to the address of a sign-in form.
  package static func formNotPosted(_ method: String) -> Refusal {
    Refusal(.methodNotAllowed, [.method: method], as: .getOfAForm)
  }

  /// The `claims` parameter is not a JSON object.
  package static let claimsNotJSON = Refusal(.unsupportedValue, as: .claimsNotJSON)

  /// A personal account's code covers `.default` of an API of which the app lists no permission.
  package static let noApplicablePermissions = Refusal(.unsupportedValue, as: .noApplicablePermissions)

  /// A public client redeems a personal account's code with a secret.
  package static let secretFromPersonalAccountApp = Refusal(.unsupportedValue, as: .secretFromPersonalAccountApp)

  /// The client asks for a type of token that this server does not make, such as `ssh-cert`. A bearer token instead
  /// would be wrong.
  package static let tokenTypeUnsupported = Refusal(.unsupportedValue, as: .tokenTypeUnsupported)

  /// `req_cnf` names no key.
  package static let confirmationUnreadable = Refusal(.unsupportedValue, as: .confirmationUnreadable)

  /// The client called the token endpoint with another method than POST.
  package static func methodNotAllowed(_ method: String) -> Refusal { Refusal(.methodNotAllowed, [.method: method]) }

  /// `response_type` has an unknown word.
  package static func responseTypeUnsupported(_ responseType: String) -> Refusal {
    Refusal(.responseTypeUnsupported, [.responseType: responseType])
  }

  /// A single-page app of Microsoft's asks for the answer in the query.
  package static let queryOfSinglePageApp = Refusal(
    .responseModeUnsupported, [.responseMode: "query"], as: .queryOfSinglePageApp)

  /// `response_mode` is unknown, or would put a token into the query.
  package static func responseModeUnsupported(_ mode: String) -> Refusal {
    Refusal(.responseModeUnsupported, [.responseMode: mode])
  }
}

// MARK: - PKCE and CORS

extension Refusal {
  /// A grant of a client that is not a single-page app came with an `Origin` header.
  package static func crossOriginNotPermitted(origin: String) -> Refusal {
    Refusal(.crossOriginNotPermitted, [.origin: origin])
  }
}
