import Directory
package import JSON
package import Time

/// The claims of an access token for a user. The resource decides on the version, not the endpoint (Microsoft:
/// "Access token claims reference"; the order of the claims is observed).
package enum AccessTokenClaims {
  /// The claims in the service's order. A token for Graph has its own shape; one for another API follows its
  /// `accessTokenVersion`.
  package static func make(_ subject: TokenSubject) -> JSONObject {
    var claims =
      if subject.resource.id == WellKnown.graph {
        graph(subject)
      } else {
        subject.resource.accessTokenVersion >= 2 ? v2(subject) : v1(subject)
      }
    AgentClaims.add(to: &claims, client: subject.client, user: subject.user)
    subject.addExtras(toAccessToken: &claims)
    claims.place("cnf", subject.confirmation?.claim)
    return claims
  }

  /// The value of `aud`, before an administrator or a scenario changes it.
  package static func audience(of subject: TokenSubject) -> String { make(subject)["aud"]?.string ?? "" }

  /// The value of `exp`.
  package static func expiry(_ subject: TokenSubject) -> UnixTime {
    subject.issuedAt + subject.lifetimes.accessToken
  }

  private static func v2(_ subject: TokenSubject) -> JSONObject {
    let user = subject.user
    var claims = head(subject, audience: "\(subject.resource.id)", issuer: subject.issuer.v2(subject.tenant.id))
    claims.append("azp", "\(subject.client.id)")
    claims.append("azpacr", .string(subject.clientAuthentication.rawValue))
    let showsProfile = subject.openID.contains(.profile)
    if showsProfile { claims.append("name", .string(user.displayName)) }
    claims.append("oid", "\(user.id)")
    if showsProfile {
      claims.append("preferred_username", .string(subject.preferredUserName))
    }
    claims.append("rh", .string(subject.marks.rh))
    tail(subject, version: "2.0", to: &claims)
    return claims
  }

  private static func v1(_ subject: TokenSubject) -> JSONObject {
    let user = subject.user
    var claims = head(
      subject, audience: subject.resourceIdentifier,
      issuer: subject.issuer.v1(subject.tenant.id, for: subject.resource),
      acr: "1")
    appendSignIn(subject, to: &claims)
    claims.append("deviceid", user.device.map { "\($0.id)" })
    claims.append("email", user.isGuest ? subject.statedMail(.accessToken) : nil)
    claims.append("family_name", user.surname)
    claims.append("given_name", user.givenName)
    claims.append("idp", subject.identityProvider)
    claims.append("ipaddr", .string(subject.clientAddress))
    claims.append("name", .string(user.displayName))
    claims.append("oid", "\(user.id)")
    claims.append("rh", .string(subject.marks.rh))
    tail(subject, version: "1.0", uniqueName: true, to: &claims)
    return claims
  }

  /// For work and school accounts. A personal account gets the same claims inside an `OpaqueAccessToken`.
  private static func graph(_ subject: TokenSubject) -> JSONObject {
    let user = subject.user
    let tenant = subject.tenant
    var claims = head(
      subject, audience: subject.isLegacyRequest ? subject.resourceIdentifier : "\(WellKnown.graph)",
      issuer: subject.issuer.v1(tenant.id), acct: user.isGuest ? 1 : 0,
      acr: "1")
    claims.append("amr", subject.statedMethods)
    claims.append("app_displayname", .string(subject.client.displayName))
    claims.append("appid", "\(subject.client.id)")
    claims.append("appidacr", .string(subject.clientAuthentication.rawValue))
    claims.append("deviceid", user.device.map { "\($0.id)" })
    claims.append("family_name", user.surname)
    claims.append("given_name", user.givenName)
    claims.append("idp", subject.identityProvider)
    claims.append("idtyp", "user")
    claims.append("ipaddr", .string(subject.clientAddress))
    claims.append("name", .string(user.displayName))
    claims.append("oid", "\(user.id)")
    claims.append("platf", "14")
    claims.append("rh", .string(subject.marks.rh))
    claims.append("scp", .string(subject.granted.claim))
    if let session = subject.signIn.session { claims.append("sid", "\(session)") }
    claims.append("sub", .string(subject.pairwise(for: WellKnown.graph)))
    claims.append("tenant_region_scope", .string(tenant.region))
    claims.append("tid", "\(tenant.id)")
    claims.append("unique_name", .string(uniqueName(of: user)))
    claims.append("upn", user.isGuest ? nil : user.userPrincipalName)
    claims.append("uti", .string(subject.marks.accessTokenUTI))
    claims.append("ver", "1.0")
    claims.append("wids", .strings(StatedMemberships.roleTemplates(of: user)))
    if !subject.capabilities.isEmpty { claims.append("xms_cc", .strings(subject.capabilities)) }
    claims.append("xms_st", ["sub": .string(subject.pairwise(for: subject.client.id))])
    claims.append("xms_tcdt", .integer(tenant.createdAt.seconds))
    return claims
  }

  private static func head(
    _ subject: TokenSubject, audience: String, issuer: String, acct: Int64? = nil, acr: String? = nil
  ) -> JSONObject {
    let stated = subject.statedIssueTime.seconds
    var claims: JSONObject = [
      "aud": .string(audience), "iss": .string(issuer), "iat": .integer(stated), "nbf": .integer(stated),
      "exp": .integer(expiry(subject).seconds),
    ]
    if let acct { claims.append("acct", .integer(acct)) }
    claims.append("acr", acr)
    claims.append("aio", .string(subject.marks.aio))
    return claims
  }

  private static func appendSignIn(_ subject: TokenSubject, to claims: inout JSONObject) {
    claims.append("amr", subject.statedMethods)
    claims.append("appid", "\(subject.client.id)")
    claims.append("appidacr", .string(subject.clientAuthentication.rawValue))
  }

  private static func tail(
    _ subject: TokenSubject, version: String, uniqueName: Bool = false, to claims: inout JSONObject
  ) {
    // The claim is absent, not empty: a token of an app for itself has no permissions.
    claims.append("scp", subject.granted.claim.isEmpty ? nil : subject.granted.claim)
    if let session = subject.signIn.session { claims.append("sid", "\(session)") }
    claims.append("sub", .string(subject.pairwise(for: subject.resource.id)))
    claims.append("tid", "\(subject.tenant.id)")
    if uniqueName {
      claims.append("unique_name", .string(Self.uniqueName(of: subject.user)))
      claims.append("upn", subject.user.isGuest ? nil : subject.user.userPrincipalName)
    }
    claims.append("uti", .string(subject.marks.accessTokenUTI))
    claims.append("ver", .string(version))
  }

  private static func uniqueName(of user: User) -> String {
    guard let mail = user.mail, user.isGuest else { return user.userPrincipalName }
    return mail
  }
}
