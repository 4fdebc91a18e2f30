import Bytes
import Directory

/// Refusals about what the request has or lacks.
extension RefusalSides {
  var aboutRequest: String? {
    switch refusal.kind {
    case .missingParameter, .missingCredentialField: missing
    case .idTokenNotEnabled: implicit("id_token", "enableIdTokenIssuance")
    case .accessTokenNotEnabled: implicit("token", "enableAccessTokenIssuance")
    case .codeVerifierMissing:
      "the sign-in had a code_challenge, and the redemption has no code_verifier: whoever redeems needs what began the sign-in"
    case .codeVerifierMismatch:
      "the code_verifier is not the one whose digest was the code_challenge of this sign-in"
        + ": a second sign-in has overwritten it, or the sign-in had no challenge"
    case .codeOfAnotherTenant: "the code was given at another tenant's address than the one where it is redeemed"
    case .codeAlreadyRedeemed: "the code was redeemed before: each code is good for one token request"
    case .unsupportedGrantType:
      "grant_type '\(refusal.arguments[.grantType] ?? "")' is not one that this endpoint serves"
    case .scopeNotDefault:
      "'\(refusal.arguments[.scope] ?? "")' names permissions, and an app for itself asks for RESOURCE/.default: what it gets are its app roles"
    case .severalResources, .scopeInvalid: resources
    case .idTokenAsAssertion:
      "the assertion is an id_token: send the access token that the client got for \(client.map { "'\($0.alias)'" } ?? "this API")"
    case .userNotInDirectory: user
    case .deviceCodeExpired: "the device code was not used in time: begin anew with a new one"
    default: nil
    }
  }

  private var missing: String? {
    guard let name = refusal.arguments[.parameter] else { return nil }
    let isRenewal = sent("grant_type") == "refresh_token"
    return "the parameter \(name) was not sent, or is empty"
      + (name == "scope" && isRenewal ? ": send the scope of the first request with each renewal" : "")
      + (name == "client_id" ? ": it has to be in the form, in the query it does not count" : "")
  }

  private func implicit(_ word: String, _ setting: String) -> String? {
    guard let client else { return nil }
    return
      "response_type asks for \(word) from the authorize endpoint, and \(setting) of '\(client.alias)' is off: switch it on, or ask for a code"
  }

  /// The words of the scope that lead to different APIs.
  private var resources: String? {
    guard let list = try? ScopeList(refusal.arguments[.scope] ?? sent("scope") ?? "") else { return nil }
    var names: [String] = []
    for item in list.items where !item.isOpenID {
      let name = item.resource.flatMap(directory.resource(named:))?.alias ?? (item.resource ?? "graph")
      if !names.contains(name) { names.append(name) }
    }
    guard names.count > 1 else { return nil }
    return
      "one request asks for permissions of \(names.map { "'\($0)'" }.joined(separator: ", ")): a token is for one API, so send a request for each"
  }

  private var user: String? {
    guard let tenant = refusal.arguments[.tenant] else { return nil }
    return "the directory \(tenant) has no user of the name or id that came"
  }
}
