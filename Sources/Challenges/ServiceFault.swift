package import Time

/// Why a service of Azure does not serve a request.
package enum ServiceFault: Error, Hashable {
  /// `Authorization` is missing.
  case missing
  /// `Authorization` has a proof of no kind that the service takes.
  case unknownProof
  /// What follows `Bearer` is not a token.
  case malformed(String)
  /// No key of the tenant has signed the token, whose header is this, as it came.
  case signature(header: String)
  case expired(at: UnixTime?)
  case early(until: UnixTime)
  /// The token is for this audience, and not for one of `own`.
  case audience(String, own: [String])
  /// The issuer is not that of the service's tenant.
  case issuer(String)
  /// The sign-in behind the token was revoked. `claims` are what the next token has to meet, the text of a JSON object.
  case revoked(claims: String)
  /// The token is good, and does not reach this scope.
  case scope(String)
  /// The request asks for this version of the service, or for none, and that version takes no tokens.
  case version(String)
  /// Nobody has that name and that password.
  case password(String)

  /// In one sentence, for whoever runs the test. No answer has it.
  package var reason: String {
    switch self {
    case .missing: "no token"
    case .unknownProof: "Authorization has no proof that the service takes"
    case .malformed(let problem): "the token is none: \(problem)"
    case .signature: "no key of the tenant has signed the token"
    case .expired(let end): "the token has ended" + (end.map { " at \($0.iso8601)" } ?? ": it has no exp")
    case .early(let begin): "the token is not valid yet, but from \(begin.iso8601) on"
    case .audience(let audience, let own):
      "the token is for \(audience.isEmpty ? "nobody" : audience)"
        + (own.isEmpty ? "" : ", and not for \(own.joined(separator: " or "))")
    case .issuer(let issuer): "the issuer \(issuer.isEmpty ? "-" : issuer) is not that of the tenant"
    case .revoked: "the sign-in behind the token was revoked"
    case .scope(let needed): "the token does not reach \(needed)"
    case .version(let asked): "x-ms-version is \(asked.isEmpty ? "missing" : asked), and that version takes no tokens"
    case .password(let problem): "the name and the password are nobody's: \(problem)"
    }
  }
}
