import Expectations
import Foundation
import MockIdP
import MockIdPTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a suite of an app embeds mockidp: each test has a world of its own, on one server.
@Suite(.world(scenario: "expired-refresh", isVerified: true)) struct ExpiredRefreshExampleTests {
  @Test func theUserSignsInAgain() async throws {
    let world = try #require(MockWorld.current)
    let app = try SampleApp(session: await SharedServer.instance.server().makeURLSession(), world: world)

    let first = try await app.signIn()
    let silent = try await app.refresh(first["refresh_token"])
    expectEqual(silent.status, 400)
    expectEqual(silent["error"], "invalid_grant")
    expectEqual(silent["suberror"], "bad_token")
    expectEqual(silent.codes, [700_082])

    let second = try await app.signIn()
    try await expectEqual(app.me(second["access_token"])["userPrincipalName"], world.user("alice").userPrincipalName)
    expectEqual(world.journal(event: "token.refused").map(\.code), ["AADSTS700082"])
  }
}

/// What happens to the user while the app is running, as typed calls.
@Suite(.world()) struct ControlsExampleTests {
  let world: MockWorld
  let app: SampleApp

  init() async throws {
    world = try #require(MockWorld.current)
    app = try SampleApp(session: await SharedServer.instance.server().makeURLSession(), world: world)
  }

  struct Event: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let code: Int
    let happen: @Sendable (MockWorld) throws -> Void

    init(_ description: String, _ code: Int, _ happen: @escaping @Sendable (MockWorld) throws -> Void) {
      testDescription = description
      self.code = code
      self.happen = happen
    }
  }

  static let events = [
    Event("the password was changed", 50173) { try $0.user("alice").changePassword(to: "N3w!pass") },
    Event("sessions were revoked", 50173) { try $0.user("alice").revokeSessions() },
    Event("the account was disabled", 50057) { try $0.user("alice").disable() },
    Event("the user was deleted", 500341) { try $0.user("alice").delete() },
    Event("a second factor is demanded", 50076) { try $0.user("alice").requireMFA() },
    Event("consent was withdrawn", 65001) { try $0.app("mobile").withdrawConsent() },
    Event("the app was disabled", 7_000_112) { try $0.app("mobile").disable() },
    Event("nobody used it for ninety days", 700_082) { try $0.age(.refreshTokens) },
    Event("ninety days have passed", 700_082) { $0.clock.advance(by: .seconds(91 * 86_400)) },
  ]

  @Test(arguments: events) func renewalIsRefusedWhen(_ event: Event) async throws {
    let tokens = try await app.signIn()
    expectEqual(tokens.status, 200, "\(tokens.text)")
    try event.happen(world)
    let refused = try await app.refresh(tokens["refresh_token"])
    expectEqual(refused.codes, [event.code], "\(refused.text)")
    expectEqual(world.journal.last?.code, "AADSTS\(event.code)")
    try world.reset()
    try await expectEqual(app.signIn().status, 200)
  }

  /// An app that ships with Microsoft's addresses needs no other configuration, and cannot leave the test.
  @Test func theSessionServesMicrosoftsNamesAndNothingElse() async throws {
    let session = try await SharedServer.instance.server().makeURLSession()
    let document = try #require(
      URL(string: "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration"))
    let (data, response) = try await session.data(from: document)
    expectEqual((response as? HTTPURLResponse)?.statusCode, 200)
    #expect(String(decoding: data, as: UTF8.self).contains("https://login.microsoftonline.com/{tenantid}/v2.0"))
    let elsewhere = try #require(URL(string: "https://elsewhere.test/"))
    await #expect(throws: (any Error).self) { try await session.data(from: elsewhere) }
  }

  @Test func worldsDoNotSeeEachOther() async throws {
    let server = try await SharedServer.instance.server()
    let other = try server.makeWorld()
    defer { try? server.remove(other) }
    let tokens = try await app.signIn()
    try other.user("alice").disable()
    other.clock.advance(by: .seconds(91 * 86_400))
    try await expectEqual(app.refresh(tokens["refresh_token"]).status, 200)
    expectEqual(other.journal, [])
    #expect(other.authority() != world.authority())
    #expect(try other.user("alice").objectID != world.user("alice").objectID)
    try expectEqual(other.app("mobile").clientID, world.app("mobile").clientID)
  }
}

/// A server of one's own, where sharing one does not do.
struct OwnServerTests {
  @Test func isStoppedWhenNobodyHoldsIt() async throws {
    var server: Server? = try await MockIdP.start(scenario: "password-changed")
    let path = try #require(server?.certificateAuthority.path)
    expectEqual(server?.world.scenario, "password-changed")
    expectEqual(server?.certificateAuthority.der.first, 0x30)
    #expect(server?.certificateAuthority.pem.hasPrefix("-----BEGIN CERTIFICATE-----") ?? false)
    #expect(FileManager.default.fileExists(atPath: path))
    server = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aScenarioMayBeWrittenInTheTest() async throws {
    let server = try await MockIdP.start(
      yaml: """
        scenario: mine
        summary: Carol is here.
        world:
          users:
            carol: { displayName: Carol Chen, password: "S3cret!" }
        """)
    let carol = try #require(server.world.accounts.first { $0.alias == "carol" })
    expectEqual(carol.password, "S3cret!")
    server.stop()
  }

  @Test(arguments: [
    ("nonsense", "there is no scenario 'nonsense'"), ("expired-refres", "did you mean 'expired-refresh'?"),
    ("./missing.yaml", "there is no file ./missing.yaml"),
  ]) func mistakesAreOneSentence(_ scenario: String, _ text: String) async throws {
    let error = await #expect(throws: MockIdPError.self) { try await MockIdP.start(scenario: scenario) }
    #expect(error?.description.contains(text) ?? false, "\(error?.description ?? "")")
  }

  @Test func mistakesOfATextHaveAPlace() async throws {
    let error = await #expect(throws: MockIdPError.self) { try await MockIdP.start(yaml: "scenario: x\nsumary: y\n") }
    #expect(error?.description.contains("scenario:2:1") ?? false, "\(error?.description ?? "")")
  }

  @Test func namesThatNobodyHas() async throws {
    let server = try await MockIdP.start()
    #expect(throws: MockIdPError.self) { try server.world.user("zoe") }
    #expect(throws: MockIdPError.self) { try server.world.app("zoe") }
    #expect(throws: MockIdPError.self) { try server.makeWorld(name: "not a label") }
    let first = try server.makeWorld(name: "twice")
    let error = #expect(throws: MockIdPError.self) { try server.makeWorld(name: "twice") }
    #expect(error?.description.hasPrefix("there is a world 'twice' already") ?? false)
    try server.remove(first)
    _ = try server.makeWorld(name: "twice")
  }
}
