import Directory
import JSON

/// An access token for Microsoft Graph that passed the checks that are the same for all resources.
final class GraphToken: Sendable {
  let claims: JSONValue
  let tenant: Tenant
  /// The user for whom the app calls. Nil for an app's own token.
  let user: User?
  let client: Application
  /// The delegated permissions (`scp`).
  let scopes: [String]

  init(claims: JSONValue, tenant: Tenant, user: User?, client: Application, scopes: [String]) {
    self.claims = claims
    self.tenant = tenant
    self.user = user
    self.client = client
    self.scopes = scopes
  }

  /// The app roles (`roles`) of an app's own token.
  var roles: [String] { claims["roles"]?.strings ?? [] }

  /// What decides about calls: the delegated permissions of a user's token, the app roles of an app's own.
  var permissions: [String] { user == nil ? roles : scopes }

  /// The user. Throws a `GraphError` for an app's own token, which has none.
  var signedInUser: User {
    get throws(GraphError) {
      guard let user else { throw .needsUser }
      return user
    }
  }

  /// Throws a `GraphError` unless the token has one of these delegated permissions.
  func require(oneOf permissions: [String]) throws(GraphError) {
    guard scopes.contains(where: permissions.contains) else {
      throw .insufficientPrivileges(needed: permissions, held: scopes, ofApp: user == nil)
    }
  }
}
