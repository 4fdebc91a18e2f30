import Bytes
import Directory
import Expectations
import JSON
import TestSupport
import Testing
import Worlds

/// Microsoft's own clients: each comes with the id and a redirect URI of its row, and gets the first API of it.
struct MicrosoftClientsTests {
  static let clients = MicrosoftCatalogue.all.filter { $0.isFirstParty && !$0.redirectURIs.isEmpty }

  /// The first API that needs no consent: one beside Graph if there is any.
  private static func firstAPI(of client: Application, in directory: DirectoryState) -> Application? {
    let graph = directory.applications[WellKnown.graph]
    let apis = MicrosoftCatalogue.all.filter(\.redirectURIs.isEmpty) + [graph].compactMap(\.self)
    return apis.first { !MicrosoftCatalogue.preauthorizedScopes(of: client.id, on: $0).isEmpty }
  }

  @Test(arguments: clients.map(\.alias)) func getsItsFirstAPI(_ alias: String) throws {
    let test = try TestWorld()
    let app = try #require(test.world.directory.application(named: alias))
    // A row without an API is one of a client whose tokens nobody has seen.
    guard let api = Self.firstAPI(of: app, in: test.world.directory) else { return }
    let registration = try #require(
      app.redirectURIs.first { !$0.uri.utf8.contains(0x2A) && !$0.uri.hasPrefix("urn:") })
    let client = TestClient(
      alias: alias, id: "\(app.id)", redirectURI: registration.uri, platform: registration.platform,
      origin: registration.platform == .spa ? "https://page.test" : nil)
    let claims = try test.tokens(
      for: client, scope: "\(api.id)/.default openid profile", tenant: TestWorld.contoso
    ).claims("access_token")
    expectEqual(claims["appid"]?.string ?? claims["azp"]?.string, "\(app.id)")
    let scopes = claims["scp"]?.string?.split(separator: " ").map(String.init) ?? []
    let held = MicrosoftCatalogue.preauthorizedScopes(of: app.id, on: api)
    let words = ["openid", "profile", "email", "offline_access"]
    #expect(!scopes.isEmpty && scopes.allSatisfy { (held + words).contains($0) }, "\(scopes)")
  }
}
