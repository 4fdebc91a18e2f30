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
    if let home = user.home { claims.append("idp", .string(subject.issuer.v1(home.tenant))) }
    if subject.openID.contains(.profile) { claims.append("name", .string(user.displayName)) }
    claims.append("nonce", subject.nonce)
    if subject.openID.contains(.profile) {
      claims.append("oid", "\(user.id)")
      claims.append("preferred_username", .string(preferredUserName(of: user)))
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
    user.isGuest ? user.mail ?? user.userPrincipalName : user.userPrincipalName
  }
}
