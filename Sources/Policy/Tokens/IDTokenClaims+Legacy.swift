import Directory
package import JSON
import Time

extension IDTokenClaims {
  /// The claims of a v1.0 id_token (Microsoft: "ID token claims reference", v1.0).
  package static func makeLegacy(_ subject: TokenSubject) -> JSONObject {
    let user = subject.user
    let stated = subject.statedIssueTime.seconds
    var claims: JSONObject = [
      "aud": "\(subject.client.id)", "iss": .string(subject.issuer.v1(subject.tenant.id)), "iat": .integer(stated),
      "nbf": .integer(stated), "exp": .integer((subject.issuedAt + subject.lifetimes.idToken).seconds),
      "amr": subject.statedMethods,
    ]
    claims.append("email", user.isGuest ? subject.statedMail(.idToken) : nil)
    claims.append("family_name", user.surname)
    claims.append("given_name", user.givenName)
    if let home = user.home { claims.append("idp", .string(subject.issuer.v1(home.tenant))) }
    claims.append("ipaddr", .string(subject.clientAddress))
    claims.append("name", .string(user.displayName))
    claims.append("nonce", subject.nonce)
    claims.append("oid", "\(user.id)")
    claims.append("rh", .string(subject.marks.rh))
    if let session = subject.signIn.session { claims.append("sid", "\(session)") }
    claims.append("sub", .string(subject.pairwise(for: subject.client.id)))
    claims.append("tid", "\(subject.tenant.id)")
    claims.append("unique_name", .string(preferredUserName(of: user)))
    claims.append("upn", user.isGuest ? nil : user.userPrincipalName)
    claims.append("uti", .string(subject.marks.idTokenUTI))
    claims.append("ver", "1.0")
    subject.addExtras(toIDToken: &claims)
    return claims
  }
}
