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

  /// A `claims` parameter that is no JSON object.
  package static let claimsNotJSON = Refusal(.unsupportedValue, as: .claimsNotJSON)

  /// A token bound to a key, `pop` or `ssh-cert`, which a bearer token must not stand in for.
  package static let tokenTypeUnsupported = Refusal(.unsupportedValue, as: .tokenTypeUnsupported)

  /// The token endpoint called with another method than POST.
  package static func methodNotAllowed(_ method: String) -> Refusal { Refusal(.methodNotAllowed, [.method: method]) }

  /// A `response_type` with an unknown word.
  package static func responseTypeUnsupported(_ responseType: String) -> Refusal {
    Refusal(.responseTypeUnsupported, [.responseType: responseType])
  }

  /// A `response_mode` that is unknown, or would put a token into the query.
  package static func responseModeUnsupported(_ mode: String) -> Refusal {
    Refusal(.responseModeUnsupported, [.responseMode: mode])
  }
}

// MARK: - PKCE and CORS

extension Refusal {
  /// A grant of another client type with an `Origin` header.
  package static func crossOriginNotPermitted(origin: String) -> Refusal {
    Refusal(.crossOriginNotPermitted, [.origin: origin])
  }
}
