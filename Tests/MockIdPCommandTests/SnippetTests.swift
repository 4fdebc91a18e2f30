import Directory
import Expectations
import MockIdP
import Policy
import Testing

@testable import MockIdPCommand

/// What a person pastes.
struct SnippetTests {
  static let trust = TrustFiles(
    authority: "/home/me/mock idp/trust/ca.pem", bundle: "/home/me/mock idp/trust/bundle.pem",
    trustStore: "/home/me/mock idp/trust/truststore.p12")

  static let files = AppFiles(pem: "/home/me/mock idp/apps/daemon.pem", pfx: "/home/me/mock idp/apps/daemon.pfx")

  static let server = ServerFacts(
    authority: "https://localhost:9443", graph: "https://localhost:9443", http: "http://localhost:9080",
    url: "https://localhost:9443", certificateAuthority: "", certificateAuthorityPEM: "", scenario: "happy-path",
    tenantID: "c0270500-0000-4000-8000-000000000001", tenantDomain: "contoso.onmicrosoft.com",
    apps: [
      app("api", 5, redirects: []),
      app(
        "mobile", 1,
        redirects: [
          "http://localhost", "msauth.com.example.mobile://auth",
          "msauth://com.example.mobile/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D",
        ]),
      app("spa", 2, redirects: ["http://localhost"], platform: .spa),
      app("web", 3, secret: "web-secret", redirects: ["http://localhost/auth/callback"], platform: .web),
      app("daemon", 4, secret: "daemon-secret", redirects: []), app("identity", 6, redirects: []),
      provider,
    ],
    people: [.init(alias: "alice", signInName: "alice@contoso.onmicrosoft.com", password: "p")],
    principals: [
      .user: "alice", .publicApp: "mobile", .singlePageApp: "spa", .webApp: "web", .daemon: "daemon", .api: "api",
    ])

  private static func app(
    _ alias: String, _ number: Int, secret: String? = nil, redirects: [String],
    platform: RedirectURIRegistration.Platform = .native
  ) -> ServerFacts.App {
    ServerFacts.App(
      alias: alias, clientID: "30b11e00-0000-4000-8000-00000000000\(number)", secret: secret,
      redirectURIs: redirects.map { RedirectURIRegistration(uri: $0, platform: platform) })
  }

  private static let provider: ServerFacts.App = {
    var provider = app("wiki", 7, redirects: ["http://localhost", "https://wiki.test/saml/acs"], platform: .web)
    provider.entityID = "https://wiki.test/saml"
    return provider
  }()

  @Test(arguments: Snippet.all.map(\.name)) func saysWhatTheLibraryWants(_ name: String) throws {
    let snippet = try #require(Snippet.all.first { $0.name == name })
    let text = snippet.text(SnippetFacts(server: Self.server, trust: Self.trust, files: Self.files))
    try Golden.expect(text, is: "snippet-\(name).txt")
  }

  /// A world may have none of the seeded apps: the snippet shows where something is missing.
  @Test(arguments: Snippet.all.map(\.name)) func getsAlongWithoutApps(_ name: String) throws {
    let snippet = try #require(Snippet.all.first { $0.name == name })
    var server = Self.server
    server.apps = []
    server.people = []
    let text = snippet.text(SnippetFacts(server: server, trust: Self.trust, files: Self.files))
    #expect(text.contains("CLIENT_ID"))
  }

  @Test func listsThemAll() {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["snippet", "--list"], on: recorder.console()), .success)
    expectEqual(
      recorder.output.split(separator: "\n").map { $0.prefix { $0 != " " } }, Snippet.all.map { $0.name[...] })
  }
}
