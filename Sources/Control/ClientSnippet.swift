package import Worlds

/// The configuration of one client library, which the program can write for any world of the server.
package struct ClientSnippet: Sendable {
  /// The name on the command line: `msal-python`.
  package let name: String
  package let summary: String
  /// The text to copy. `base` is the address before the tenant in an authority of the world, and before the version in
  /// an address of Microsoft Graph.
  package let text: @Sendable (_ world: World, _ base: String) throws -> String

  package init(
    name: String, summary: String, text: @escaping @Sendable (_ world: World, _ base: String) throws -> String
  ) {
    self.name = name
    self.summary = summary
    self.text = text
  }
}
