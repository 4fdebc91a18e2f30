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
    add(client.optionalClaims?.idToken ?? [], .idToken, to: &claims)
  }

  func addExtras(toAccessToken claims: inout JSONObject) {
    if !resourceMemberships.areRoles { addRoles(resourceRoles, to: &claims) }
    addMemberships(resourceMemberships, to: &claims)
    addContexts(self.claims.accessTokenContexts, to: &claims)
    // The resource lists its optional claims, because the resource reads the token.
    add(resource.optionalClaims?.accessToken ?? [], .accessToken, to: &claims)
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

  var authenticationTime: JSONValue { .integer(signIn.authenticatedAt.seconds) }
}
