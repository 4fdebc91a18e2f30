import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Policy
import TestSupport
import Testing
import Worlds

/// Scopes of the server's own Graph: an SDK that is given this server as its Graph asks for them.
struct OwnGraphTests {
  static let own = "https://" + TestWorld.authority

  @Test(arguments: [
    own, own + "/", "https://localhost:8443", "https://LOCALHOST:8443", "https://127.0.0.1:8443",
  ]) func aScopeOfTheServersAddressIsGraphs(_ graph: String) throws {
    let test = try TestWorld()
    let scope = "\(graph)/User.Read"
    let json = try test.redeem(try test.signIn(scope: scope), [("scope", scope)]).json
    // The client's own spelling comes back, because it keeps tokens under it.
    expectEqual(json["scope"]?.string?.split(separator: " ").map(String.init).contains(scope), true, "\(json)")
    let token = try #require(json["access_token"]?.string)
    try expectEqual(test.graph(token: token).status, 200)
  }

  @Test func aDaemonAsksForItsRolesSo() throws {
    let test = try TestWorld()
    let answer = try test.token(
      ClientCredentialsTests.form([("scope", Self.own + "/.default")]), tenant: TestWorld.contoso)
    let token = try #require(try answer.json["access_token"]?.string)
    try expectEqual(test.graph("/v1.0/users", token: token).status, 200)
  }

  @Test(arguments: ["https://localhost:9999", "http://localhost:8443", "https://elsewhere.test:8443"])
  func otherAddressesAreNotGraph(_ graph: String) throws {
    let answer = try TestWorld().token(
      ClientCredentialsTests.form([("scope", graph + "/.default")]), tenant: TestWorld.contoso)
    expectEqual(answer.status, 400)
    try expectEqual(answer.json["error_codes"], [500_011])
  }

  /// A registration comes first: an app may have an address as its App ID URI.
  @Test func anAppOfThatAddressIsMeant() throws {
    let test = try TestWorld()
    let web = try #require(test.world.directory.application(named: "api"))
    _ = try test.world.change { directory in
      directory.updateApplication(web.id) { $0.identifierURIs.append(Self.own) }
    }
    let answer = try test.token(
      ClientCredentialsTests.form([("scope", Self.own + "/.default")]), tenant: TestWorld.contoso)
    let token = try #require(try answer.json["access_token"]?.string)
    try expectEqual(test.graph("/v1.0/users", token: token).status, 401)
  }

  @Test func adoptionTakesNoAPIOfThatAddressIn() throws {
    let test = try TestWorld(scenario: {
      $0.settings.adoption = .everything
      $0.settings.signIn = .auto
    })
    let answer = try test.token(
      ClientCredentialsTests.form([("scope", Self.own + "/.default")]), tenant: TestWorld.contoso)
    expectEqual(answer.status, 200)
    expectEqual(answer.exchange.adopted, [])
  }
}
