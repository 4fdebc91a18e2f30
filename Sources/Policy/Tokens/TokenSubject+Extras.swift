import Directory
import JSON
import Time

/// Claims that only some tokens have: app roles, memberships, and claims that a request or a registration asks for.
extension TokenSubject {
  func addExtras(toIDToken claims: inout JSONObject) {
    if !clientMemberships.areRoles { addRoles(clientRoles, to: &claims) }
    addMemberships(clientMemberships, to: &claims)
    addContexts(self.claims.idTokenContexts, to: &claims)
    if self.claims.wantsAuthenticationTime { claims.place("auth_time", authenticationTime) }
    for name in client.optionalClaims?.idToken.map(\.name) ?? [] { claims.place(name, optional(name)) }
  }

  func addExtras(toAccessToken claims: inout JSONObject) {
    if !resourceMemberships.areRoles { addRoles(resourceRoles, to: &claims) }
    addMemberships(resourceMemberships, to: &claims)
    addContexts(self.claims.accessTokenContexts, to: &claims)
    // The resource lists its optional claims, because the resource reads the token.
    for name in resource.optionalClaims?.accessToken.map(\.name) ?? [] {
      claims.place(name, name == "idtyp" ? "user" : optional(name))
    }
  }

  /// The claim is absent, not empty.
  private func addRoles(_ roles: [String], to claims: inout JSONObject) {
    if !roles.isEmpty { claims.place("roles", .strings(roles)) }
  }

  /// The server makes no token before the sign-in meets the policies of the contexts, so the user has proved every
  /// context of the request.
  private func addContexts(_ contexts: [String], to claims: inout JSONObject) {
    if !contexts.isEmpty { claims.place("acrs", .strings(contexts)) }
  }

  private var authenticationTime: JSONValue { .integer(signIn.authenticatedAt.seconds) }

  /// The value of an optional claim (Microsoft: "Optional claims reference"). Nil for a claim that this server does
  /// not know, and when the user has no value for it.
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
