import Bytes
package import JSON

/// The answer of a custom claims provider (Microsoft: "Custom claims provider reference").
package enum ProvidedClaims {
  /// The sum of the bytes of all names and values that an answer may hold.
  package static let maximumBytes = 3 << 10
  /// How long the body of an answer may be. The service's own limit is not known.
  package static let maximumBodyBytes = 64 << 10

  private static let dataType = "microsoft.graph.onTokenIssuanceStartResponseData"
  private static let actionType = "microsoft.graph.tokenIssuanceStart.provideClaimsForToken"

  /// The claims of an answer.
  /// - Throws: the fault of the first thing that is wrong with it.
  package static func read(status: Int, contentType: String?, body: [UInt8]) throws(ClaimsProviderFault) -> JSONObject {
    guard status == 200 else { throw ClaimsProviderFault(.invalidHTTPStatus, "the API answered with status \(status)") }
    guard isJSON(contentType) else {
      throw ClaimsProviderFault(.invalidResponseContentType, "the answer is of the type \(contentType ?? "of no name")")
    }
    guard !body.isEmpty else { throw ClaimsProviderFault(.emptyResponse, "the answer has no body") }
    guard let answer = try? JSONValue.parse(body) else {
      throw ClaimsProviderFault(.invalidResponseBody, "the answer is no JSON")
    }
    guard let data = answer["data"]?.object, isType(dataType, of: data), let actions = data["actions"]?.array else {
      throw ClaimsProviderFault(.invalidResponseBody, "the answer has no data of the type \(dataType) with actions")
    }
    guard actions.count == 1, let action = actions.first?.object else {
      throw ClaimsProviderFault(.invalidNumberOfActions, "the answer has \(actions.count) actions and not one")
    }
    guard isType(actionType, of: action) else {
      throw ClaimsProviderFault(.invalidActionType, "the action is not of the type \(actionType)")
    }
    guard let value = action["claims"], value != .null else {
      throw ClaimsProviderFault(.nullClaims, "the action has no claims")
    }
    guard let claims = value.object else { throw ClaimsProviderFault(.invalidResponseBody, "claims is no object") }
    try check(claims)
    return claims
  }

  private static func check(_ claims: JSONObject) throws(ClaimsProviderFault) {
    var bytes = 0
    for member in claims.members {
      guard !member.name.isEmpty else { throw ClaimsProviderFault(.emptyClaimKey, "a claim has no name") }
      let texts: [String]? = if case .string(let text) = member.value { [text] } else { member.value.strings }
      guard let texts else {
        throw ClaimsProviderFault(
          .invalidResponseBody, "the claim \(member.name) is neither a text nor a list of texts")
      }
      bytes += texts.reduce(member.name.utf8.count) { $0 + $1.utf8.count }
    }
    guard bytes <= maximumBytes else {
      throw ClaimsProviderFault(
        .responseClaimsSizeExceeded, "the claims have \(bytes) bytes, and \(maximumBytes) are the most")
    }
  }

  /// Some samples of Microsoft's write `@odata.Type`, and some put a `#` before the name.
  private static func isType(_ name: String, of object: JSONObject) -> Bool {
    guard let type = object.members.first(where: { ASCII.equalIgnoringCase($0.name, "@odata.type") })?.value.string
    else { return false }
    return ASCII.equalIgnoringCase(type.hasPrefix("#") ? String(type.dropFirst()) : type, name)
  }

  private static func isJSON(_ type: String?) -> Bool {
    guard let type else { return false }
    return ASCII.equalIgnoringCase(ASCII.trimmed(type.prefix { $0 != ";" }), "application/json")
  }
}
