import Directory
import JSON

/// An access token for Microsoft Graph that passed the checks that are the same for all resources.
struct GraphToken: Sendable {
  let claims: JSONValue
  let tenant: Tenant
  /// In whose name the call is; nil for a token of the app's own.
  let user: User?
  let client: Application
  /// `scp`.
  let scopes: [String]

  /// What the app itself may do, in a token of its own.
  var roles: [String] { claims["roles"]?.strings ?? [] }

  /// The user, provided that the token was given for one.
  var signedInUser: User {
    get throws(GraphError) {
      guard let user else { throw .needsUser }
      return user
    }
  }

  /// Throws a `GraphError` unless the token has one of these delegated permissions.
  func require(oneOf permissions: [String]) throws(GraphError) {
    guard scopes.contains(where: permissions.contains) else {
      throw .insufficientPrivileges(needed: permissions, held: scopes)
    }
  }
}
