import Directory
import Expectations
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("A scenario that extends another") struct ExtendsTests {
  private struct NoFile: Error, CustomStringConvertible {
    let path: String
    var description: String { "cannot read \(path)" }
  }

  /// Reads `a.yaml` of these files.
  private static func scenario(_ files: [String: String], _ first: String = "a.yaml") throws -> Scenario {
    try ScenarioLibrary.load(first) { path in
      guard let text = files[path] else { throw NoFile(path: path) }
      return Array(text.utf8)
    }
  }

  private static func message(_ files: [String: String], _ first: String = "a.yaml") -> String? {
    do {
      _ = try scenario(files, first)
      return nil
    } catch { return "\(error)" }
  }

  private static let base = """
    scenario: base
    summary: The base.
    signIn: { user: bob, mfa: fail }
    staySignedIn: true
    clock: { start: 2026-01-05 }
    world:
      lifetimes: { accessToken: 1m, idToken: 2m }
      users:
        carol: { displayName: Carol Chen, mfa: required }
        alice: { enabled: false, mfa: required }
      apps: { shop: { type: web, secret: one } }
      policies: [{ name: p, require: mfa }, { name: q, require: block }]
    rules:
      - { name: first, when: { endpoint: token }, then: { delay: 1s } }
      - { when: { endpoint: keys }, then: { delay: 1s } }
    expect:
      - { event: signIn, count: 1 }
      - { event: token.refused, count: 1 }
    """

  @Test("may put an app in the place of one that the other's rules and policies speak of") func successorOfRules()
    throws
  {
    let base = """
      scenario: base
      rules:
        - when: { endpoint: token }
          then:
            - { addPermission: api://contoso/Orders.Read, client: mobile, granted: true }
            - { addPolicy: { name: gate, resources: [api], require: mfa } }
      """
    let own = """
      scenario: a
      extends: ./base.yaml
      ids: asWritten
      world: { apps: { orders: { as: api } } }
      """
    let scenario = try Self.scenario(["a.yaml": own, "base.yaml": base])
    let bench = try WorldRegistryTests.Bench()
    let world = try bench.worlds.make(
      WorldRecipe(template: ScenarioTemplate(scenario, base: bench.main.base), seed: 7), name: "t1"
    ).world
    for case .world(let action) in scenario.rules.flatMap(\.actions) {
      _ = try action.perform(in: world, for: Parties())
    }
    let orders = try #require(world.directory.application(named: "orders"))
    let mobile = try #require(world.directory.application(named: "mobile"))
    expectEqual(mobile.requiredAccess(to: orders.id)?.scopes.contains("Orders.Read"), true)
    #expect(mobile.requiredAccess.allSatisfy { world.directory.applications[$0.resource] != nil })
    expectEqual(world.directory.policy(named: "gate")?.resources, [orders.id])
  }

  @Test("has all that the other has") func inherits() throws {
    let scenario = try Self.scenario(["a.yaml": "scenario: a\nextends: ./base.yaml", "base.yaml": Self.base])
    let base = try Self.scenario(["a.yaml": Self.base])
    expectEqual(scenario.name, "a")
    expectEqual(scenario.summary, "The base.")
    expectEqual(scenario.settings, base.settings)
    expectEqual(scenario.clock, base.clock)
    expectEqual(scenario.patch, base.patch)
    expectEqual(scenario.rules.map(\.name), ["first", "#2"])
    expectEqual(scenario.expectations, base.expectations)
  }

  @Test("changes the other's world key by key") func world() throws {
    let scenario = try Self.scenario([
      "base.yaml": Self.base,
      "a.yaml": """
      scenario: a
      extends: base.yaml
      summary: Mine.
      signIn: { user: carol }
      staySignedIn: false
      clock: {}
      world:
        lifetimes: { idToken: 9m }
        users:
          carol: { enabled: false }
          alice: { mfa: none }
          dave: { displayName: Dave }
        apps: { shop: { secret: two, consent: granted } }
        policies: [{ name: q, users: [carol], require: mfa }]
      """,
    ])
    expectEqual(scenario.summary, "Mine.")
    expectEqual(scenario.settings.lifetimes.accessToken, .minutes(1))
    expectEqual(scenario.settings.lifetimes.idToken, .minutes(9))
    expectEqual(scenario.settings.persona.user, "carol")
    expectEqual(scenario.settings.persona.multiFactor, .pass)
    #expect(!scenario.settings.asksToStaySignedIn)
    expectEqual(scenario.clock, .real)
    let seeds = scenario.seededDirectory(at: TestWorld.start)
    let carol = try seeds.state.existingUser("carol")
    #expect(carol.mfa == .required && !carol.isEnabled)
    let alice = try seeds.state.existingUser("alice")
    #expect(alice.mfa == .none && !alice.isEnabled)
    try expectEqual(seeds.state.existingUser("dave").displayName, "Dave")
    expectEqual(seeds.secrets["shop"], "two")
    expectEqual(scenario.patch.policies.map(\.name), ["p", "q"])
    expectEqual(scenario.patch.policies.last?.control, .mfa)
  }

  @Test("adds rules and expectations, and puts its own in the place of those alike") func rules() throws {
    let scenario = try Self.scenario([
      "base.yaml": Self.base,
      "a.yaml": """
      scenario: a
      extends: base.yaml
      rules:
        - { when: { endpoint: me, user: carol }, then: { delay: 2s } }
        - { name: first, when: { endpoint: graph }, then: { delay: 2s } }
      expect:
        - { event: token.refused, count: 0 }
        - { event: page.shown }
      """,
    ])
    expectEqual(scenario.rules.map(\.name), ["first", "#2", "#3"])
    expectEqual(scenario.rules.map(\.pattern.endpoint), [.graph, .keys, .me])
    expectEqual(scenario.expectations.map(\.pattern?.event), [.signIn, .tokenRefused, .pageShown])
    expectEqual(scenario.expectations.map(\.count), [1, 0, .atLeastOnce])
    // What came from the base says so, and what was put in its place does not.
    expectEqual(scenario.expectations.map(\.inheritedFrom), ["base", nil, nil])
  }

  @Test("finds the library by name, and files from where it stands") func chain() throws {
    let scenario = try Self.scenario(
      [
        "x/y/a.yaml": "scenario: a\nextends: ../b.json", "x/b.json": #"{"scenario":"b","extends":"z/../c.yml"}"#,
        "x/c.yml": "scenario: c\nextends: outage",
      ], "x/y/a.yaml")
    expectEqual(scenario.rules.count, 1)
    try expectEqual(
      Self.scenario(
        [
          "/t/a.yaml": "scenario: a\nextends: /u/b.yaml", "/u/b.yaml": "scenario: b\nextends: ./c/d.yaml",
          "/u/c/d.yaml": "scenario: d",
        ], "/t/a.yaml"
      ).name, "a")
  }

  @Test(
    "is refused with the place",
    arguments: [
      (["a.yaml": "scenario: a\nextends: outgae"], "a.yaml:2:10: unknown scenario 'outgae'; did you mean 'outage'?"),
      (["a.yaml": "scenario: a\nextends: ./b.yaml"], "a.yaml:2:10: cannot read b.yaml"),
      (
        ["a.yaml": "scenario: a\nextends: [outage]"],
        "a.yaml:2:10: 'extends' is a scenario's name or path here, not a list"
      ),
      (["a.yaml": "scenario: a\nextends: a.yaml"], "a.yaml:2:10: 'extends' goes round in a circle: a.yaml → a.yaml"),
      (
        ["a.yaml": "scenario: a\nextends: ./b.yaml", "b.yaml": "scenario: b\nextends: ./x/../a.yaml"],
        "b.yaml:2:10: 'extends' goes round in a circle: a.yaml → b.yaml → a.yaml"
      ),
      // The mistake is in the other file.
      (
        ["a.yaml": "scenario: a\nextends: b.yaml", "b.yaml": "scenario: b\n\nrulez: []"],
        "b.yaml:3:1: unknown key 'rulez'; did you mean 'rules'?"
      ),
    ])
  func mistakes(_ files: [String: String], _ message: String) throws {
    let found = try #require(Self.message(files))
    #expect(found.hasPrefix(message), "\(found)")
  }

  @Test("does not go on for ever") func depth() throws {
    var files = ["a.yaml": "scenario: a\nextends: ./b1.yaml"]
    for number in 1...20 { files["b\(number).yaml"] = "scenario: b\nextends: ./b\(number + 1).yaml" }
    expectEqual(Self.message(files), "b15.yaml:2:10: more than 16 scenarios extend one another")
  }

  @Test("cannot reach a file from a text that has no place") func inline() {
    let error = #expect(throws: ScenarioError.self) {
      try ScenarioDecoder.scenario(from: Array("scenario: a\nextends: ./b.yaml".utf8), file: "body")
    }
    expectEqual(error?.description, "body:2:10: './b.yaml' is a file, and only a file can extend one; give a name")
    expectNotNil((try? ScenarioDecoder.scenario(from: Array("scenario: a\nextends: outage".utf8), file: "body")))
  }
}
