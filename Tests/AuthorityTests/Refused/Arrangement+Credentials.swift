import Bytes
import Crypto
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

  /// The daemon trusts a name and an authority, and signs with a certificate that is not of them.
  private static func chain(_ code: Int, _ how: String, isOfAuthority: Bool) -> Arrangement {
    let trusting: @Sendable (inout DirectoryState) -> Void = app("daemon") { daemon in
      daemon.certificates = []
      guard let own = try? ClientAssertionTests.certificate.get(), let key = try? ClientAssertionTests.strangeKey.get(),
        let other = try? Certificate.tokenSigning(for: key, now: TestWorld.start, entropy: SeededEntropy(seed: 7))
      else { return }
      daemon.trustedSubjects = [TrustedSubject(subjectName: "other.test", authority: isOfAuthority ? own : other)]
    }
    return Arrangement(token: code, how, directory: trusting) { _ in
      ClientAssertionTests.form(
        try Statement { $0.header["x5c"] = [.string(Base64.encode(ClientAssertionTests.der()))] }.signed())
    }
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
    chain(700_030, "a certificate of another name than the app trusts", isOfAuthority: true),
    chain(7_000_213, "a certificate of another authority than the app trusts", isOfAuthority: false),
    assertion(700_022, "an assertion without sub") { $0.payload["sub"] = nil },
    Arrangement(token: 1_000_502, "an assertion of a certificate past its end") { test in
      let end = try ClientAssertionTests.certificate.get().notAfter
      test.advance(by: end + .days(1) - test.clock.now)
      let now = test.clock.now.seconds
      return ClientAssertionTests.form(
        try Statement {
          $0.payload["exp"] = .integer(now + 600)
          $0.payload["nbf"] = .integer(now)
        }.signed())
    },
    federated(70023, "a trusted issuer's assertion that lives for 26 hours") {
      $0.payload["iat"] = .integer(TestWorld.start.seconds)
      $0.payload["exp"] = .integer(TestWorld.start.seconds + 26 * 3_600)
    },
    assertion(50048, "an assertion about another than its issuer") { $0.payload["sub"] = .string(TestClient.web.id) },
    Arrangement(token: 50027, "an assertion that is not a JWT") { _ in ClientAssertionTests.form("nonsense") },
    federated(700_211, "an assertion of an issuer that is not trusted") { $0.payload["iss"] = "https://other.test" },
    federated(700_212, "a trusted issuer's assertion for another audience") { $0.payload["aud"] = "api://other" },
    federated(700_213, "a trusted issuer's assertion about another subject") { $0.payload["sub"] = "other" },
    federated(7_000_272, "a trusted issuer's assertion with a key that it does not publish") {
      $0.header["kid"] = "2"
    },
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
