import Expectations
import Policy
import TestSupport
import Testing
import Worlds

/// Rules without an event meet every request of an endpoint, also the ones that would be refused anyway.
struct OutageTests {
  private static let outage = RuleAction.answer(
    RespondAction(.init(status: 503, fields: [], body: "down", contentType: "text/plain")))

  @Test(arguments: [
    (EndpointName.authorize, "GET", "/common/oauth2/v2.0/authorize?client_id=x"),
    (.authorize, "GET", "/common/oauth2/v2.0/authorize"),
    (.token, "POST", "/common/oauth2/v2.0/token"),
    (.token, "POST", "/nowhere.test/oauth2/v2.0/token"),
    (.discovery, "GET", "/common/v2.0/.well-known/openid-configuration"),
    (.discovery, "GET", "/nowhere.test/v2.0/.well-known/openid-configuration"),
    (.keys, "GET", "/common/discovery/v2.0/keys"),
    (.instanceDiscovery, "GET", "/common/discovery/instance"),
    (.userRealm, "GET", "/common/userrealm/alice@contoso.com?api-version=1.0"),
    (.discovery, "GET", "/common/.well-known/openid-configuration"),
    (.keys, "GET", "/common/discovery/keys"),
    (.authorize, "GET", "/common/oauth2/authorize?client_id=x"),
    (.token, "POST", "/common/oauth2/token"),
    (.deviceCode, "POST", "/common/oauth2/v2.0/devicecode"),
    (.deviceCode, "POST", "/common/oauth2/devicecode"),
    (.device, "GET", "/devicelogin"),
    (.device, "POST", "/common/oauth2/deviceauth"),
    (.logout, "GET", "/common/oauth2/v2.0/logout"),
    (.adminConsent, "GET", "/common/v2.0/adminconsent"),
    (.nativeClient, "GET", "/common/oauth2/nativeclient"),
    (.signIn, "POST", "/common/login"),
    (.managedIdentity, "GET", "/metadata/identity/oauth2/token"),
    (.managedIdentity, "GET", "/MSI/token"),
    (.managedIdentity, "GET", "/MSI/auth"),
    (.managedIdentity, "POST", "/oauth2/token"),
    (.managedIdentity, "GET", "/arc/metadata/identity/oauth2/token"),
    (.managedIdentity, "GET", "/service-fabric/metadata/identity/oauth2/token"),
    (.machineMetadata, "GET", "/metadata/instance/compute/location"),
    // Methods that the endpoint does not have.
    (.keys, "POST", "/common/discovery/v2.0/keys"),
    (.deviceCode, "GET", "/common/oauth2/v2.0/devicecode"),
  ])
  func meetsEveryRequest(_ endpoint: EndpointName, _ method: String, _ target: String) throws {
    var pattern = Pattern()
    pattern.endpoint = endpoint
    let rule = Rule(name: "outage", pattern: pattern, occurrence: .every, actions: [Self.outage])
    let test = try TestWorld(scenario: { $0.rules = [rule] })
    let answer = try test.send(method, target)
    expectEqual(answer.status, 503)
    expectEqual(answer.text, "down")
    expectEqual(answer.exchange.rules, ["outage"])
    expectNil(answer.exchange.refusal)
    #expect(answer.exchange.events.isEmpty)
  }

  @Test(arguments: [
    ("POST", "/common/oauth2/v2.0/devicecode"), ("GET", "/MSI/token"), ("GET", "/devicelogin"),
    ("GET", "/common/discovery/keys"), ("POST", "/common/login"),
  ])
  func refusesEveryRequest(_ method: String, _ target: String) throws {
    let test = try TestWorld(file: "rules: [{ when: {}, then: { refuse: AADSTS90033 } }]")
    let answer = try test.send(method, target)
    expectEqual(answer.exchange.refusal?.code, 90033)
  }

  @Test func countsNoPreflight() throws {
    let test = try TestWorld(
      file: "rules: [{ when: { endpoint: keys, occurrence: 1 }, then: { respond: { status: 503 } } }]")
    try expectEqual(test.send("OPTIONS", "/common/discovery/v2.0/keys").status, 200)
    try expectEqual(test.send("GET", "/common/discovery/v2.0/keys").status, 503)
  }
}
