import HTTPWire
import JSON
import Scenarios
import Time
import Worlds
import YAML

/// What a caller who makes a world asks for.
struct NewWorld: Sendable {
  let recipe: WorldRecipe
  let name: String?

  private static let members = ["scenario", "overrides", "name", "seed", "idleTimeout", "ids", "clientIds", "issuer"]

  /// Reads the body: JSON, or YAML in the same words. `scenario` is a name of the library, a scenario as a mapping, or the text of a
  /// scenario file. Without it the world has the scenario of the default world. `overrides` are laid over the scenario.
  init(_ call: ControlCall, in worlds: WorldRegistry) throws {
    let body = try Self.document(call.call.request.body)
    if let stranger = body.entries?.first(where: { !Self.members.contains($0.name) }) {
      throw Problem.unknownMember(stranger.name, known: Self.members)
    }
    name = try Self.text("name", body, "a name such as t1")
    var seed: UInt64?
    if let node = body["seed"], !node.isNull {
      guard let number = node.text.flatMap({ UInt64($0) }) else {
        throw Problem.badValue("seed", found: JSONValue(node).text, expected: "a whole number from 0 on")
      }
      seed = number
    }
    var idleTimeout: Duration?
    if let text = try Self.text("idleTimeout", body, "a duration such as 10m") {
      guard let duration = Duration(text: text), duration > .zero else {
        throw Problem.badValue("idleTimeout", found: "\"\(text)\"", expected: "a duration such as \"10m\"")
      }
      idleTimeout = duration
    }
    var ids: WorldIDs?
    if let text = try Self.text("ids", body, "own or asWritten") {
      ids = WorldIDs(rawValue: text)
      if ids == nil { throw Problem.unknownWord("ids", text, known: WorldIDs.allCases.map(\.rawValue)) }
    }
    var clientIDs = WorldClientIDs.asWritten
    if let text = try Self.text("clientIds", body, "asWritten or perWorld") {
      guard let choice = WorldClientIDs(rawValue: text) else {
        throw Problem.unknownWord("clientIds", text, known: WorldClientIDs.allCases.map(\.rawValue))
      }
      clientIDs = choice
    }
    let issuer = try Self.text("issuer", body, IssuerName.wanted)
    if let issuer, IssuerName(issuer) == nil {
      throw Problem.badValue("issuer", found: "\"\(issuer)\"", expected: IssuerName.wanted)
    }
    recipe = WorldRecipe(
      template: try Self.template(body, issuer, in: worlds), seed: seed, idleTimeout: idleTimeout, ids: ids,
      clientIDs: clientIDs)
  }

  private static func document(_ bytes: [UInt8]) throws(Problem) -> YAMLNode {
    guard !bytes.isEmpty else { return YAMLNode(.mapping([]), mark: YAMLMark(line: 1, column: 1)) }
    let root: YAMLNode
    do throws(YAMLError) {
      root = try YAMLDocument.parse(bytes)
    } catch {
      throw .notJSON("line \(error.line), column \(error.column): \(error.problem)")
    }
    guard root.entries != nil else { throw .notJSON("it is another value") }
    return root
  }

  private static func text(_ name: String, _ body: YAMLNode, _ expected: String) throws(Problem) -> String? {
    guard let node = body[name], !node.isNull else { return nil }
    // A plain `false` or `1` is not a text, as in JSON.
    guard let text = JSONValue(node).string, !text.isEmpty else {
      throw .badValue(name, found: JSONValue(node).text, expected: expected)
    }
    return text
  }

  /// The value of a member. Null says the same as leaving it out.
  private static func present(_ name: String, _ body: YAMLNode) -> YAMLNode? {
    body[name].flatMap { $0.isNull ? nil : $0 }
  }

  /// `issuer` is a word of scenarios too, so it is laid over the scenario as the overrides are.
  private static func template(_ body: YAMLNode, _ issuer: String?, in worlds: WorldRegistry) throws -> ScenarioTemplate
  {
    let overrides = present("overrides", body)
    do {
      switch (overrides, issuer) {
      case (let overrides, nil):
        return try worlds.templates.template(scenario: present("scenario", body), overrides: overrides)
      case (nil, let issuer?):
        return try worlds.templates.template(scenario: present("scenario", body), issuer: issuer)
      case (let overrides?, let issuer?):
        let word = YAMLNode(.object(["issuer": .string(issuer)]))
        return try worlds.templates.template(
          scenario: present("scenario", body),
          overrides: overrides.entries == nil ? overrides : overrides.merged(with: word))
      }
    } catch let error as ScenarioError {
      throw Problem.badScenario(error)
    } catch let error as ScenarioLibrary.UnknownName {
      throw Problem.unknownScenario(error.name)
    }
  }
}
