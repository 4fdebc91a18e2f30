package import Bytes
import Crypto
package import Directory

/// A seeded app with what it sends to both endpoints.
package struct TestClient: Sendable, CustomStringConvertible {
  package var alias: String
  package var id: String
  package var redirectURI: String
  package var platform: RedirectURIRegistration.Platform
  package var secret: String?
  /// The page's origin, when a browser redeems.
  package var origin: String?

  package var description: String { alias }

  package static let mobile = Self(
    alias: "mobile", id: "30b11e00-0000-4000-8000-000000000001", redirectURI: "http://localhost", platform: .native)
  package static let spa = Self(
    alias: "spa", id: "59a00000-0000-4000-8000-000000000002", redirectURI: "http://localhost/auth", platform: .spa,
    origin: "http://localhost")
  package static let web = Self(
    alias: "web", id: "3eb00000-0000-4000-8000-000000000003", redirectURI: "http://localhost/auth/callback",
    platform: .web, secret: "web-secret")
  /// Single tenant.
  package static let api = Self(
    alias: "api", id: "a9100000-0000-4000-8000-000000000005", redirectURI: "http://localhost/signin-oidc",
    platform: .web,
    secret: "api-secret")
  /// Microsoft's own, outside of the family.
  package static let azureCLI = Self(
    alias: "azure-cli", id: "04b07795-8ddb-461a-bbee-02f9e1bf7b46", redirectURI: "http://localhost", platform: .native)
  /// Microsoft's own, in the family.
  package static let edge = Self(
    alias: "microsoft-edge", id: "ecd6b820-32c2-49b6-98a6-444530e5a77a",
    redirectURI: "https://login.microsoftonline.com/common/oauth2/nativeclient", platform: .native)

  /// The apps of the scenarios about MCP servers.
  package static let mcpServer = Self(
    alias: "mcp-server", id: "3c900000-0000-4000-8000-000000000001", redirectURI: "http://localhost/callback",
    platform: .native)
  package static let mcpClient = Self(
    alias: "mcp-client", id: "3c900000-0000-4000-8000-000000000002", redirectURI: "http://localhost/callback",
    platform: .native)

  package static let platforms = [mobile, spa, web]

  package init(
    alias: String, id: String, redirectURI: String, platform: RedirectURIRegistration.Platform, secret: String? = nil,
    origin: String? = nil
  ) {
    self.alias = alias
    self.id = id
    self.redirectURI = redirectURI
    self.platform = platform
    self.secret = secret
    self.origin = origin
  }

  /// The header fields that this kind of client sends.
  package var fields: [(String, String)] { origin.map { [("Origin", $0)] } ?? [] }

  /// The form fields that it proves itself with.
  package var credential: [(String, String)] { secret.map { [("client_secret", $0)] } ?? [] }
}

/// RFC 7636's pair; every test uses the same.
package enum PKCE {
  package static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  package static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
}

/// An authorize request.
package struct AuthorizeQuery: Sendable {
  package static let scope = "openid profile offline_access User.Read"

  package var tenant = "common"
  package var fields: FormFields

  package init(
    _ client: TestClient, scope: String = Self.scope, tenant: String = "common", _ changes: [(String, String?)] = []
  ) {
    self.tenant = tenant
    // Azure CLI has no User.Read at Graph, and nobody can consent to it.
    let isOfCLI = client.id == TestClient.azureCLI.id && scope == Self.scope
    let scope = isOfCLI ? scope.replacing("User.Read", with: "User.Read.All") : scope
    fields = FormFields([
      ("client_id", client.id), ("response_type", "code"), ("redirect_uri", client.redirectURI), ("scope", scope),
      ("state", "12345"), ("nonce", "n-0S6"), ("code_challenge", PKCE.challenge), ("code_challenge_method", "S256"),
    ]).with(changes)
  }

  package var target: String { "/\(tenant)/oauth2/v2.0/authorize?\(fields.query)" }
}
