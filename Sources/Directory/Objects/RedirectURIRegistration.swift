/// A redirect URI with the platform that it was registered for. The platform decides what the client must send when
/// it redeems the code.
package struct RedirectURIRegistration: Sendable, Hashable, Codable {
  /// The platform of a registration (Microsoft: "Redirect URI (reply URL) best practices and limitations").
  package enum Platform: String, Sendable, Codable, CaseIterable {
    /// Redeemed by a confidential client, with its secret or certificate.
    case web
    /// A single-page app: the browser redeems the code, with an `Origin` header and without a secret.
    case spa
    /// "Mobile and desktop applications": `InstalledClient` in manifests.
    case native
  }

  /// As the administrator registered it; `RedirectURIRules` compares it with the URI of a request.
  package var uri: String
  package var platform: Platform
  /// The number by which requests of SAML may call it (Graph: `redirectUriSettings`). Nil: it has none.
  package var index: Int?

  package init(uri: String, platform: Platform, index: Int? = nil) {
    self.uri = uri
    self.platform = platform
    self.index = index
  }
}
