/// A client that needs no consent for these scopes of an API (manifest: `preAuthorizedApplications`).
package struct Preauthorization: Sendable, Hashable, Codable {
  package var client: Application.ID
  /// Values of the delegated permissions that the client gets without consent.
  package var scopes: [String]

  package init(client: Application.ID, scopes: [String]) {
    self.client = client
    self.scopes = scopes
  }
}
