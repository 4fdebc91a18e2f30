/// The permissions that a registration says the app needs on one API (manifest: `requiredResourceAccess`), by value.
package struct RequiredAccess: Sendable, Hashable, Codable {
  package var resource: Application.ID
  /// Values of delegated permissions.
  package var scopes: [String]
  /// Values of app roles that the app needs for itself.
  package var roles: [String]

  package init(resource: Application.ID, scopes: [String], roles: [String] = []) {
    self.resource = resource
    self.scopes = scopes
    self.roles = roles
  }
}
