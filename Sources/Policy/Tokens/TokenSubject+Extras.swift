import Directory
import JSON
import Time

/// Claims that are not in every token: what was assigned, what a request asked for, what a registration lists.
extension TokenSubject {
  func addExtras(toIDToken claims: inout JSONObject) {
    addRoles(clientRoles, to: &claims)
    addMemberships(clientMemberships, to: &claims)
    addContexts(self.claims.idTokenContexts, to: &claims)
    if self.claims.wantsAuthenticationTime { claims.place("auth_time", authenticationTime) }
    for name in client.optionalClaims?.idToken ?? [] { claims.place(name, optional(name)) }
  }

  func addExtras(toAccessToken claims: inout JSONObject) {
    addRoles(resourceRoles, to: &claims)
    addMemberships(resourceMemberships, to: &claims)
    addContexts(self.claims.accessTokenContexts, to: &claims)
    // The resource lists them, for it is the resource that reads the token.
    for name in resource.optionalClaims?.accessToken ?? [] {
      claims.place(name, name == "idtyp" ? "user" : optional(name))
    }
  }

  /// Left out rather than empty.
  private func addRoles(_ roles: [String], to claims: inout JSONObject) {
    if !roles.isEmpty { claims.place("roles", .strings(roles)) }
  }

  /// No token is made before the policies of the contexts are met, so that what was asked is what was proved.
  private func addContexts(_ contexts: [String], to claims: inout JSONObject) {
    if !contexts.isEmpty { claims.place("acrs", .strings(contexts)) }
  }

  private var authenticationTime: JSONValue { .integer(signIn.authenticatedAt.seconds) }

  /// The value of an optional claim; nil for one that is not known here or that this user has no value for (Microsoft:
  /// "Optional claims reference").
  private func optional(_ name: String) -> JSONValue? {
    let text: String?
    switch name {
    case "acct": return .integer(user.isGuest ? 1 : 0)
    case "auth_time": return authenticationTime
    case "verified_primary_email": return user.isGuest ? nil : user.mail.map { [.string($0)] }
    case "xms_cc": return capabilities.isEmpty ? nil : .strings(capabilities)
    case "xms_tcdt": return .integer(tenant.createdAt.seconds)
    case "email": text = user.mail
    case "family_name": text = openID.contains(.profile) ? user.surname : nil
    case "given_name": text = openID.contains(.profile) ? user.givenName : nil
    case "ipaddr": text = clientAddress
    case "login_hint": text = SignInAttempt.opaqueHint(for: user)
    case "sid": text = signIn.session.map { "\($0)" }
    case "tenant_region_scope": text = tenant.region
    case "upn": text = openID.contains(.profile) && !user.isGuest ? user.userPrincipalName : nil
    default: text = nil
    }
    return text.map { .string($0) }
  }
}
