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
    let action = try ExtensionAnswer.action(of: dataType, status: status, contentType: contentType, body: body)
    guard ExtensionAnswer.isType(actionType, of: action) else {
      throw ClaimsProviderFault(.invalidActionType, "the action is not of the type \(actionType)")
    }
    guard let value = action["claims"], value != .null else {
      throw ClaimsProviderFault(.nullClaims, "the action has no claims")
    }
    guard let claims = value.object else { throw ClaimsProviderFault(.invalidResponseBody, "claims is not an object") }
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
}
