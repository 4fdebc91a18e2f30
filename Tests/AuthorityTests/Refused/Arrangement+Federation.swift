import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// How tokens of this service fail to prove an app, and agents.
extension Arrangement {
  private static let exchange = "api://AzureADTokenExchange"

  /// The app trusts this server about that service principal.
  private static func trusting(
    _ principal: String, _ change: @escaping @Sendable (inout Application) -> Void = { _ in }
  )
    -> @Sendable (inout DirectoryState) -> Void
  {
    { directory in
      guard let id = directory.application(named: principal)?.id,
        let subject = directory.servicePrincipal(of: id, in: SeededDirectory.contoso)?.id
      else { return }
      app("daemon") { daemon in
        daemon.federatedCredentials = [
          FederatedCredential(
            id: .named("own"), name: "own", issuer: "https://\(TestWorld.authority)/\(TestWorld.contoso)/v2.0",
            subject: "\(subject)")
        ]
        change(&daemon)
      }(&directory)
    }
  }

  private static func identityToken(_ test: TestWorld) throws -> String {
    try test.send(
      "GET", "/metadata/identity/oauth2/token?api-version=2018-02-01&resource=\(exchange)",
      fields: [("Metadata", "true")]
    ).json["access_token"]?.string ?? ""
  }

  private static func appToken(_ test: TestWorld, _ changes: [(String, String?)] = []) throws -> String {
    try test.token(
      ClientCredentialsTests.form([("scope", exchange + "/.default")] + changes), tenant: TestWorld.contoso
    ).json["access_token"]?.string ?? ""
  }

  /// The web app as an agent identity of the daemon.
  private static let agent = app("web") { $0.agentBlueprint = Application.ID(ClientCredentialsTests.daemon) }

  static let federation: [Arrangement] = [
    Arrangement(token: 70025, "an assertion for an app that trusts nobody") { _ in
      ClientAssertionTests.form(try ClientAssertionTests.federated { _ in }.signed())
    },
    Arrangement(
      token: 7_002_138, "a subject in other capital letters", directory: ClientAssertionTests.trusting
    ) { _ in
      ClientAssertionTests.form(
        try ClientAssertionTests.federated { $0.payload["sub"] = "REPO:contoso/app:ref:refs/heads/main" }.signed())
    },
    Arrangement(
      token: 7_002_121, "a trusted identity's token for another audience than the credential's",
      directory: trusting("identity") { $0.federatedCredentials[0].audience = "api://other" }
    ) { test in ClientAssertionTests.form(try identityToken(test)) },
    Arrangement(token: 700_226, "a trusted token of an app with a secret", directory: trusting("daemon")) { test in
      ClientAssertionTests.form(try appToken(test))
    },
    Arrangement(
      token: 700_236, "the identity of another tenant than the app's",
      directory: trusting("identity") { daemon in
        daemon.tenant = SeededDirectory.fabrikam
        daemon.audience = .multipleTenants
      }
    ) { test in ClientAssertionTests.form(try identityToken(test)) },
    Arrangement(token: 82001, "a blueprint that asks for a token of its own for an API", directory: agent) { _ in
      ClientCredentialsTests.form([("scope", "https://vault.azure.net/.default")])
    },
    Arrangement(token: 82008, "a blueprint that does not say for which agent", directory: agent) { _ in
      ClientCredentialsTests.form([("scope", exchange + "/.default")])
    },
    Arrangement(token: 50000, "an agent user whose id is a sign-in name", directory: agent) { _ in
      FormFields([
        ("grant_type", "user_fic"), ("client_id", TestClient.web.id), ("user_federated_identity_credential", "a.b.c"),
        ("user_id", "alice@contoso.onmicrosoft.com"), ("scope", "User.Read"),
      ])
    },
    Arrangement(
      token: 700_227, "a token for Graph where the credential is for Graph",
      directory: trusting("identity") { daemon in
        daemon.federatedCredentials[0].issuer = "https://\(TestWorld.authority)/\(TestWorld.contoso)/"
        daemon.federatedCredentials[0].audience = "https://graph.microsoft.com"
      }
    ) { test in
      let form = ClientCredentialsTests.form([("scope", "https://graph.microsoft.com/.default")])
      let token = try test.token(form, tenant: TestWorld.contoso).json["access_token"]?.string
      return ClientAssertionTests.form(token ?? "")
    },
    Arrangement(token: 7_002_137, "the proof of another agent identity", directory: agent) { test in
      ClientAssertionTests.form(try appToken(test, [("fmi_path", "another")]), [("client_id", TestClient.web.id)])
    },
  ]
}
