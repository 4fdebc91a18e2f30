import Directory
import Time
package import YAML

/// Reads a scenario file, YAML or JSON. Every key is known or refused, and every refusal says where and what to write.
package enum ScenarioDecoder {
  /// `file` is what errors begin with.
  package static func scenario(from text: [UInt8], file: String) throws(ScenarioError) -> Scenario {
    let root: YAMLNode
    do throws(YAMLError) {
      root = try YAMLDocument.parse(text)
    } catch {
      throw ScenarioError(file: file, line: error.line, column: error.column, error.problem)
    }
    return try scenario(from: root, file: file)
  }

  /// As `scenario(from:file:)` of a document that was read already.
  package static func scenario(from root: YAMLNode, file: String) throws(ScenarioError) -> Scenario {
    let whole = FileValue(node: root, key: "scenario", file: file)
    guard root.entries != nil else { throw whole.error("a scenario is a mapping; begin with 'scenario: its-name'") }
    var fields = try FileMapping(whole)
    let name = try fields.require("scenario", else: "a scenario needs 'scenario', its name").name()
    let summary = try fields.take("summary")?.text() ?? ""
    let documentation = try fields.take("docs")?.text() ?? ""
    var settings = WorldSettings()
    let signIn = fields.take("signIn")
    let clock = try fields.take("clock").map { value throws(ScenarioError) in try ClockSetting(value) }
    // The times of this copy are never seen: it knows the names.
    var seeds = SeededDirectory(createdAt: UnixTime(seconds: 0))
    var patch = WorldPatch()
    if var world = try fields.section("world") {
      if let lifetimes = world.take("lifetimes") { try LifetimesPatch(lifetimes).apply(to: &settings.lifetimes) }
      patch = try WorldPatch(&world, changing: &seeds)
      try world.finish()
    }
    if let signIn { try settings.read(signIn: signIn, in: seeds.state) }
    if let asks = try fields.take("staySignedIn")?.bool() { settings.asksToStaySignedIn = asks }
    var rules: [Rule] = []
    if let value = fields.take("rules") {
      guard value.node.items != nil else { throw value.mismatch("a list of mappings with 'when' and 'then'") }
      rules = try RuleDecoder.rules(value, in: seeds.state)
    }
    var expectations: [Expectation] = []
    for item in try fields.take("expect")?.list("a list of mappings such as { event: signIn, count: 1 }") ?? [] {
      expectations.append(try Expectation(item, in: seeds.state))
    }
    try fields.finish()
    return Scenario(
      name: name, summary: summary, documentation: documentation, settings: settings, clock: clock ?? .real,
      patch: patch, rules: rules, expectations: expectations)
  }
}

extension FileValue {
  /// The name of a scenario: small letters, digits and dashes.
  fileprivate func name() throws(ScenarioError) -> String {
    let name = try text("a name")
    guard name.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }) else {
      throw error("'\(name)' is no name of a scenario; use small letters, digits and '-'")
    }
    return name
  }
}
