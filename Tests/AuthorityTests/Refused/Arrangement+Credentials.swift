import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Time
import Worlds

/// How apps fail to prove who they are.
extension Arrangement {
  private typealias Statement = ClientAssertionTests.Statement

  private static func assertion(
    _ code: Int, _ how: String, _ change: @escaping @Sendable (inout ClientAssertionTests.Statement) -> Void
  ) -> Arrangement {
    Arrangement(token: code, how) { _ in ClientAssertionTests.form(try Statement(change).signed()) }
  }

  private static func federated(
    _ code: Int, _ how: String,
    directory: @escaping @Sendable (inout DirectoryState) -> Void = ClientAssertionTests.trusting,
    _ change: @escaping @Sendable (inout ClientAssertionTests.Statement) -> Void
  ) -> Arrangement {
    Arrangement(token: code, how, directory: directory) { _ in
      ClientAssertionTests.form(try ClientAssertionTests.federated(change).signed())
    }
  }

  private static func secret(_ code: Int, _ how: String, _ changes: [(String, String?)]) -> Arrangement {
    Arrangement(token: code, how) { _ in ClientCredentialsTests.form(changes) }
  }

  /// An issuer is trusted whose keys would have to be fetched.
  private static func withoutKeys(_ directory: inout DirectoryState) {
    ClientAssertionTests.trusting(&directory)
    app("daemon") { $0.federatedCredentials[0].keySet = nil }(&directory)
  }

  static let credentials: [Arrangement] = [
    secret(7_000_215, "a wrong secret", [("client_secret", "wrong")]),
    secret(7_000_216, "an app without its secret", [("client_secret", nil)]),
    Arrangement(
      token: 7_000_222, "a secret past its end",
      directory: app("daemon") { $0.secrets[0].expiresAt = TestWorld.start - .hours(1) }
    ) { _ in ClientCredentialsTests.form() },
    Arrangement(7_000_218, "a web app's code without its secret") { test in
      try test.redeem(try test.signIn(to: .web), by: .web, [("client_secret", nil)])
    },
    Arrangement(700_025, "a native app's code with a secret") { test in
      try test.redeem(try test.signIn(), [("client_secret", "x")])
    },
    assertion(700_027, "an assertion that a stranger signed") { $0.isSignedByStranger = true },
    assertion(700_024, "an assertion past its end") {
      $0.payload["exp"] = .integer(TestWorld.start.seconds - 3_600)
      $0.payload["nbf"] = .integer(TestWorld.start.seconds - 7_200)
    },
    assertion(700_023, "an assertion for another audience") { $0.payload["aud"] = "https://example.com" },
    assertion(700_021, "an assertion of another app") {
      $0.payload["iss"] = .string(TestClient.web.id)
      $0.payload["sub"] = .string(TestClient.web.id)
    },
    assertion(50048, "an assertion about another than its issuer") { $0.payload["sub"] = .string(TestClient.web.id) },
    Arrangement(token: 50027, "an assertion that is not a JWT") { _ in ClientAssertionTests.form("nonsense") },
    federated(700_211, "an assertion of an issuer that is not trusted") { $0.payload["iss"] = "https://other.test" },
    federated(700_212, "a trusted issuer's assertion for another audience") { $0.payload["aud"] = "api://other" },
    federated(700_213, "a trusted issuer's assertion about another subject") { $0.payload["sub"] = "other" },
    federated(
      50166, "a trusted issuer whose keys cannot be fetched",
      directory: withoutKeys
    ) { _ in },
    Arrangement(
      700_222, "a token of this server as another issuer's", directory: ClientAssertionTests.trusting
    ) { test in
      let json = try test.token(ClientCredentialsTests.form(), tenant: TestWorld.contoso).json
      return try test.token(
        ClientAssertionTests.form(json["access_token"]?.string ?? ""), tenant: TestWorld.contoso)
    },
    Arrangement(700_229, "a user's token as another issuer's") { test in
      let json = try test.tokens(scope: "openid \(TestClient.api.id)/Orders.Read")
      return try test.token(
        ClientAssertionTests.form(json["access_token"]?.string ?? ""), tenant: TestWorld.contoso)
    },
  ]
}
