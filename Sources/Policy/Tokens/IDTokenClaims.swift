package import Directory
package import JSON
import Time

/// The claims of a v2.0 id_token, in the service's order (Microsoft: "ID token claims reference").
package enum IDTokenClaims {
  /// The claims of `subject`'s id_token; `profile` and `email` among the scopes decide on names and address.
  package static func make(_ subject: TokenSubject) -> JSONObject {
    let user = subject.user
    let stated = subject.statedIssueTime
    var claims: JSONObject = [
      "aud": "\(subject.client.id)",
      "iss": .string(subject.issuer.v2(subject.tenant.id)),
      "iat": .integer(stated.seconds),
      "nbf": .integer(stated.seconds),
      "exp": .integer((subject.issuedAt + subject.lifetimes.idToken).seconds),
      "aio": .string(subject.marks.aio),
    ]
    if subject.openID.contains(.email) { claims.append("email", subject.statedMail(.idToken)) }
    claims.append("idp", subject.identityProvider)
    if subject.openID.contains(.profile) { claims.append("name", .string(user.displayName)) }
    claims.append("nonce", subject.nonce)
    if subject.openID.contains(.profile) {
      claims.append("oid", "\(user.id)")
      claims.append("preferred_username", .string(subject.preferredUserName))
    }
    claims.append("rh", .string(subject.marks.rh))
    if let session = subject.signIn.session { claims.append("sid", "\(session)") }
    claims.append("sub", .string(subject.pairwise(for: subject.client.id)))
    claims.append("tid", "\(subject.tenant.id)")
    claims.append("uti", .string(subject.marks.idTokenUTI))
    claims.append("ver", "2.0")
    subject.addExtras(toIDToken: &claims)
    return claims
  }

  /// The name that pages and tokens show for an account: the mail address for a guest, else the sign-in name.
  package static func preferredUserName(of user: User) -> String {
    user.isGuest
      ? user.mail ?? user.userPrincipalName : CustomerAttributes.signInAddress(of: user) ?? user.userPrincipalName
  }
}

extension TokenSubject {
  /// `preferred_username`: that of a customer is the address that the customer signs in with.
  var preferredUserName: String {
    let address = tenant.kind == .external ? CustomerAttributes.addresses(of: user).first : nil
    return address ?? IDTokenClaims.preferredUserName(of: user)
  }

  /// `idp`: the home tenant of a guest, or the other identity provider that a customer came from. Nil for an account of the tenant itself.
  var identityProvider: String? {
    user.home.map { issuer.v1($0.tenant) }
      ?? (tenant.kind == .external ? signIn.customer?.provider : nil)
  }

  /// `amr`.
  var statedMethods: JSONValue { .strings(signIn.methods) }
}
