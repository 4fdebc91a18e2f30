import Directory
import Expectations
import JSON
import Policy
import Scenarios
import Testing
import Time
import Worlds

/// Policies, credentials and settings of the newer kind, as files write them.
struct AccessFileTests {
  static func scenario(_ text: String) throws -> Scenario {
    try ScenarioDecoder.scenario(from: Array(("scenario: x\n" + text).utf8), file: "x.yaml")
  }

  static func message(_ text: String) -> String? {
    do throws(ScenarioError) {
      _ = try ScenarioDecoder.scenario(from: Array(("scenario: x\n" + text).utf8), file: "x.yaml")
      return nil
    } catch { return "\(error)" }
  }

  @Test func policies() throws {
    let scenario = try Self.scenario(
      """
      world:
        policies:
          - { name: mail, scopes: [Mail.Read], require: mfa }
          - { name: apps, workloads: all, require: block }
          - { name: daemon, workloads: daemon, resources: [graph], require: block }
      """)
    let policies = scenario.patch.policies
    expectEqual(policies.map(\.scopes), [["Mail.Read"], nil, nil])
    expectEqual(policies[1].workloads, .all)
    let daemon = try #require(scenario.seededDirectory(at: .init(seconds: 0)).state.application(named: "daemon"))
    expectEqual(policies[2].workloads, .some([daemon.id]))
    expectEqual(policies[2].resources, [WellKnown.graph])
  }

  @Test func apps() throws {
    let scenario = try Self.scenario(
      """
      world:
        tenants: { contoso: { userConsent: lowRisk } }
        apps:
          api: { knownClients: [mobile] }
          daemon:
            federatedCredentials:
              - { name: ci, issuer: https://ci.test, subject: main }
              - { issuer: https://ci.test, subject: tag, audience: api://x, keysUrl: http://localhost:9/keys }
              - { issuer: urn:ci, subject: own, keys: { keys: [{ kty: RSA, kid: a }] } }
      deviceCode: { enforceInterval: true }
      """)
    #expect(scenario.settings.enforcesPollingInterval)
    let state = scenario.seededDirectory(at: .init(seconds: 0)).state
    expectEqual(state.tenants[SeededDirectory.contoso]?.userConsent, .lowRisk)
    let mobile = try #require(state.application(named: "mobile"))
    expectEqual(state.application(named: "api")?.knownClients, [mobile.id])
    let credentials = try #require(state.application(named: "daemon")).federatedCredentials
    expectEqual(credentials.map(\.name), ["ci", "tag", "own"])
    expectEqual(credentials.map(\.audience), ["api://AzureADTokenExchange", "api://x", "api://AzureADTokenExchange"])
    expectEqual(credentials.map(\.keysURL), [nil, "http://localhost:9/keys", nil])
    expectEqual(credentials[2].keySet, #"{"keys":[{"kty":"RSA","kid":"a"}]}"#)
  }

  @Test(arguments: [
    ("world: { policies: [{ name: p, workloads: all, require: mfa }] }", "can only 'require: block'"),
    ("world: { policies: [{ name: p, workloads: all, users: [alice], require: block }] }", "names no users"),
    ("world: { policies: [{ name: p, workloads: [nobody], require: block }] }", "unknown app 'nobody'"),
    ("world: { apps: { api: { knownClients: [nobody] } } }", "unknown app 'nobody'"),
    ("world: { apps: { daemon: { federatedCredentials: [{ subject: x }] } } }", "needs 'issuer'"),
    (
      "world: { apps: { daemon: { federatedCredentials: [{ issuer: urn:x, subject: x }] } } }",
      "'urn:x' cannot be fetched"
    ),
    (
      "world: { apps: { daemon: { federatedCredentials: [{ issuer: https://x.test, subject: x, keysUrl: http://x.test }] } } }",
      "use https, or http on localhost"
    ),
    (
      "world: { apps: { daemon: { federatedCredentials: [{ issuer: https://x.test, subject: x, keys: {}, keysUrl: https://x.test }] } } }",
      "leave one out"
    ),
    ("deviceCode: { enforceIntervals: true }", "did you mean 'enforceInterval'?"),
  ])
  func mistakes(_ text: String, _ part: String) {
    expectEqual(Self.message(text)?.contains(part), true, "\(Self.message(text) ?? "accepted")")
  }

  @Test func aUserCanBeMoved() throws {
    let test = try TestWorld("rules: [{ when: { event: token.issued }, then: [{ changeLocation: alice }] }]")
    let action = try #require(test.world.rules.rules.first?.actions.first)
    expectEqual(action.summary, "move 'alice' out of trusted locations")
    let back = try TestWorld(
      "rules: [{ when: { event: token.issued }, then: [{ changeLocation: alice, trusted: true }] }]")
    expectEqual(back.world.rules.rules.first?.actions.first?.summary, "move 'alice' to a trusted location")
  }
}
