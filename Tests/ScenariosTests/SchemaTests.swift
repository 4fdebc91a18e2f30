import Directory
import Expectations
import Foundation
import JSON
import Testing
import YAML

@testable import Scenarios
@testable import Worlds

/// The JSON Schema says what the decoder says.
@Suite("Scenario schema") struct SchemaTests {
  static let validator = SchemaValidator(schema: ScenarioSchema.document)

  static func value(_ text: String) throws -> JSONValue { JSONValue(try YAMLDocument.parse(text)) }

  @Test("is the file beside the library; RECORD_GOLDENS=1 writes it") func isUpToDate() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../scenarios/scenario.schema.json").standardized
    let text = ScenarioSchema.document.prettyText + "\n"
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    try expectEqual(String(contentsOf: file, encoding: .utf8), text)
  }

  @Test("fits every scenario of the library", arguments: ScenarioLibrary.names) func library(_ name: String) throws {
    try expectNil(Self.validator.problem(Self.value(try #require(ScenarioLibrary.text(named: name)))))
  }

  struct Place: CustomTestStringConvertible {
    let testDescription: String
    /// A scenario with a key that nobody knows, `zzqqxx`.
    let text: String
    /// Steps into the schema from its root; `*` is whatever key, `#2` the second alternative.
    let steps: [String]

    init(_ description: String, _ text: String, _ steps: String) {
      testDescription = description
      self.text = text
      self.steps = steps.split(separator: " ").map(String.init)
    }
  }

  static let places =
    [
      Place("root", "zzqqxx: 1", ""), Place("world", "world: { zzqqxx: 1 }", "world"),
      Place("lifetimes", "world: { lifetimes: { zzqqxx: 1 } }", "world lifetimes"),
      Place("tenants", "world: { tenants: { contoso: { zzqqxx: 1 } } }", "world tenants *"),
      Place("users", "world: { users: { alice: { zzqqxx: 1 } } }", "world users *"),
      Place("apps", "world: { apps: { mobile: { zzqqxx: 1 } } }", "world apps *"),
      Place("policies", "world: { policies: [{ name: a, require: mfa, zzqqxx: 1 }] }", "world policies []"),
      Place("signIn", "signIn: { zzqqxx: 1 }", "signIn #1"),
      Place("signIn's users", "signIn: { users: { alice: { zzqqxx: 1 } } }", "signIn #1 users *"),
      Place("groups", "world: { groups: { engineers: { zzqqxx: 1 } } }", "world groups *"),
      Place(
        "federatedCredentials",
        "world: { apps: { web: { federatedCredentials: [{ issuer: 'https://ci.test', subject: a, zzqqxx: 1 }] } } }",
        "world apps * federatedCredentials []"),
      Place(
        "optionalClaims", "world: { apps: { web: { optionalClaims: { zzqqxx: 1 } } } }", "world apps * optionalClaims"),
      Place("deviceCode", "deviceCode: { zzqqxx: 1 }", "deviceCode"),
      Place("inOrder", "expect: [{ inOrder: [{ zzqqxx: 1 }, { event: signIn }] }]", "expect [] inOrder []"),
      Place("clock", "clock: { zzqqxx: 1 }", "clock"),
      Place("rules", "rules: [{ when: {}, then: disable, zzqqxx: 1 }]", "rules []"),
      Place("when", "rules: [{ when: { zzqqxx: 1 }, then: disable }]", "rules [] when"),
      Place("not", "rules: [{ when: { not: { zzqqxx: 1 } }, then: disable }]", "rules [] when not #0"),
      Place("expect", "expect: [{ zzqqxx: 1 }]", "expect []"),
      Place(
        "respond", "rules: [{ when: {}, then: { respond: { status: 500, zzqqxx: 1 } } }]", "rules [] then #0 respond"),
      Place(
        "changeAnswer", "rules: [{ when: {}, then: { changeAnswer: { status: 500, zzqqxx: 1 } } }]",
        "rules [] then #0 changeAnswer"),
    ]
    + ActionTable.all.map { action in
      let example = action.form.example
      let body = example.hasPrefix("{") ? String(example.dropLast(2)) : "{ \(example): null"
      return Place(
        "action \(action.key)", "rules: [{ when: {}, then: \(body), zzqqxx: 1 } }]", "rules [] then #0 \(action.key)!")
    }

  @Test("knows the keys that the decoder knows, at each place", arguments: places) func keys(_ place: Place) throws {
    let message = try #require(ScenarioMistakeTests.message(of: "scenario: x\n" + place.text))
    let list = try #require(message.range(of: "unknown key 'zzqqxx'. Known here: "), "\(message)")
    let known = message[list.upperBound...].components(separatedBy: ", ")
    let schema = try #require(try Self.schema(at: place.steps), "\(place.steps)")
    expectEqual(schema["additionalProperties"], .bool(false))
    // The decoder reads 'event' inside 'not' to say that it belongs beside it.
    var written = Set(known).subtracting(place.testDescription == "not" ? ["event"] : [])
    // What stands alone is read before all else.
    if ["groups", "apps"].contains(place.testDescription) { written.insert("removed") }
    // Keys that begin alike are one word, whose form the schema has as a pattern.
    let families = Set(User.words.filter { $0.family != nil }.map(\.name)).intersection(written)
    expectEqual(Set(schema["properties"]?.object?.names ?? []), written.subtracting(families))
    expectEqual(schema["patternProperties"]?.object?.members.count ?? 0, families.count)
    // And it refuses what the decoder refuses.
    try expectNotNil(Self.validator.problem(Self.value("scenario: x\n" + place.text)))
  }

  private static func resolved(_ schema: JSONValue?) -> JSONValue? {
    guard let name = schema?["$ref"]?.string?.split(separator: "/").last else { return schema }
    return ScenarioSchema.document["$defs"]?[String(name)]
  }

  private static func schema(at steps: [String]) throws -> JSONValue? {
    var schema: JSONValue? = ScenarioSchema.document
    for step in steps {
      schema = resolved(schema)
      // An optional reference is the reference or nothing.
      if let first = schema?["anyOf"]?.array?.first, first["$ref"] != nil, !step.hasPrefix("#") {
        schema = resolved(first)
      }
      switch step {
      case "*": schema = schema?["additionalProperties"]
      case "[]": schema = schema?["items"]
      case _ where step.hasPrefix("#"):
        schema = schema?["anyOf"]?.array?.dropFirst(Int(step.dropFirst()) ?? 0).first
        schema = resolved(schema)
      // The actions are alternatives themselves: the key that follows chooses.
      case _ where step.hasSuffix("!"):
        schema = schema?["anyOf"]?.array?.first { $0["required"]?.strings?.first == String(step.dropLast()) }
      default:
        if schema?["properties"]?[step] == nil {
          schema = schema?["anyOf"]?.array?.first { $0["required"]?.strings?.first == step }
        }
        schema = schema?["properties"]?[step]
      }
    }
    schema = resolved(schema)
    if schema?["properties"] == nil, let first = schema?["anyOf"]?.array?.first { schema = resolved(first) }
    return schema
  }

  @Test("takes each action's example, and its word alone where it may stand so", arguments: ActionTable.keys)
  func examples(_ key: String) throws {
    let action = try #require(ActionTable.all.first { $0.key == key })
    for then in [action.form.example, key, "{ \(key): }"] {
      let text = "scenario: x\nrules: [{ when: {}, then: \(then) }]"
      let isGood = then == action.form.example || action.form.standsAlone
      expectEqual(ScenarioMistakeTests.message(of: text) == nil, isGood, "\(then)")
      expectEqual(try Self.validator.problem(Self.value(text)) == nil, isGood, "\(then)")
    }
    #expect(action.form.sentence.hasSuffix("."))
  }

  @Test(
    "refuses what is of the wrong kind",
    arguments: [
      "scenario: [a]", "scenario: My Own", "summary: no name", "scenario: x\nsummary: {}", "scenario: x\nsignIn: atuo",
      "scenario: x\nstaySignedIn: ask", "scenario: x\nclock: 2026-01-05", "scenario: x\nclock: { start: tomorrow }",
      "scenario: x\nworld: []", "scenario: x\nworld: { users: { alice: } }", "scenario: x\nrules: {}",
      "scenario: x\nworld: { users: { alice: { mfa: yes } } }", "scenario: x\nworld: { lifetimes: { session: 3 } }",
      "scenario: x\nrules: [a]", "scenario: x\nrules: [{ then: disable }]", "scenario: x\nrules: [{ when: {} }]",
      "scenario: x\nrules: [{ when: { event: login }, then: disable }]",
      "scenario: x\nrules: [{ when: { endpoint: tokens }, then: disable }]",
      "scenario: x\nrules: [{ when: { grant: refresh-token }, then: disable }]",
      "scenario: x\nrules: [{ when: { occurrence: 3..x }, then: disable }]",
      "scenario: x\nrules: [{ when: { probability: often }, then: disable }]",
      "scenario: x\nrules: [{ when: {}, then: [] }]", "scenario: x\nrules: [{ when: {}, then: expire }]",
      "scenario: x\nrules: [{ when: {}, then: { expire: refreshToken } }]",
      "scenario: x\nrules: [{ when: {}, then: { respond: 503 } }]",
      "scenario: x\nrules: [{ when: {}, then: { respond: { status: 99 } } }]",
      "scenario: x\nrules: [{ when: {}, then: { damage: idToken, with: badsignature } }]",
      "scenario: x\nexpect: [{}]", "scenario: x\nexpect: [{ event: signIn, count: -1 }]",
      "scenario: x\nexpect: [{ event: signIn, occurrence: 1 }]",
    ])
  func wrongKinds(_ text: String) throws {
    expectNotNil(ScenarioMistakeTests.message(of: text))
    try expectNotNil(Self.validator.problem(Self.value(text)))
  }

  @Test("offers the words that the decoder offers") func words() throws {
    func words(_ steps: String) throws -> [String] {
      let schema = try #require(try Self.schema(at: steps.split(separator: " ").map(String.init)))
      return schema["enum"]?.array?.compactMap(\.string) ?? []
    }
    try expectEqual(words("rules [] when event"), Exchange.Event.allCases.map(\.rawValue))
    try expectEqual(words("rules [] when endpoint"), Pattern.endpoints.map(\.rawValue))
    try expectEqual(words("world users * mfa"), User.MFA.allCases.map(\.rawValue))
    try expectEqual(words("world policies [] require"), AccessPolicy.Control.allCases.map(\.rawValue))
  }
}
