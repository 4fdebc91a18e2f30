import Directory
import JSON
import Synchronization
package import Time
package import Worlds
package import YAML

/// The templates that worlds are made from. A scenario of the library is read once, at its first use.
package final class TemplateShelf: Sendable {
  private let main: ScenarioTemplate
  private let base: any WallClock
  private let known = Mutex<[String: ScenarioTemplate]>([:])

  /// `main` is the template of the default world. `base` is the clock under the clocks of the worlds.
  package init(main: ScenarioTemplate, base: any WallClock) {
    self.main = main
    self.base = base
  }

  /// The template of a scenario that the caller describes: by a name of the library, as a mapping, or as the text of a
  /// file. Without a description it is the template of the default world. `overrides` is a mapping in the words of
  /// scenario files, which is laid over the scenario.
  /// - Throws: `ScenarioError`, or `ScenarioLibrary.UnknownName`.
  package func template(scenario node: YAMLNode?, overrides: YAMLNode?) throws -> ScenarioTemplate {
    guard let overrides, !overrides.isNull else { return try template(scenario: node) }
    let base = try template(scenario: node).scenario
    guard overrides.entries != nil else {
      throw ScenarioError(
        file: "overrides", line: overrides.mark.line, column: overrides.mark.column,
        "overrides are a mapping in the words of a scenario, such as { signIn: auto }")
    }
    let source = base.source ?? ScenarioDecoder.nameOnly(base.name)
    let merged = source.inOwnWords.merged(with: overrides.inOwnWords)
    return ScenarioTemplate(try ScenarioDecoder.scenario(from: merged, file: "overrides"), base: self.base)
  }

  /// The same for a scenario of which nothing but the word `issuer` is another. All worlds of a scenario and an issuer share one template,
  /// as helpers make a world for each test.
  package func template(scenario node: YAMLNode?, issuer: String) throws -> ScenarioTemplate {
    let overrides = YAMLNode(.object(["issuer": .string(issuer)]))
    // A name of the library, or nil for the scenario of the default world. An empty text is neither.
    let name = node.flatMap { $0.isNull ? nil : $0.text ?? "" }
    if let name, name.isEmpty || name.utf8.contains(0x3A) { return try template(scenario: node, overrides: overrides) }
    let key = "\(name ?? "")\u{0}\(issuer)"
    if let template = known.withLock({ $0[key] }) { return template }
    let template = try template(scenario: node, overrides: overrides)
    known.withLock { if $0.count < Self.maximumKnown { $0[key] = template } }
    return template
  }

  /// More than the library has scenarios and Microsoft has clouds.
  private static let maximumKnown = 1_000

  private func template(scenario node: YAMLNode?) throws -> ScenarioTemplate {
    guard let node, !node.isNull else { return main }
    guard let text = node.text else {
      return ScenarioTemplate(try ScenarioDecoder.scenario(from: node, file: "scenario"), base: base)
    }
    // A name is one word; the text of a scenario has a colon at the least.
    if text.utf8.contains(0x3A) {
      return ScenarioTemplate(try ScenarioDecoder.scenario(from: Array(text.utf8), file: "scenario"), base: base)
    }
    return try template(named: text)
  }

  /// A new template of a scenario that need not be in the library. Its seeds are not shared with other templates.
  package func template(of scenario: Scenario) -> ScenarioTemplate { ScenarioTemplate(scenario, base: base) }

  /// The template of a scenario of the library, always the same one.
  /// - Throws: `ScenarioLibrary.UnknownName`, or `ScenarioError`.
  package func template(named name: String) throws -> ScenarioTemplate {
    if let template = known.withLock({ $0[name] }) { return template }
    guard let text = ScenarioLibrary.text(named: name) else { throw ScenarioLibrary.UnknownName(name: name) }
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "scenarios/\(name).yaml")
    let template = ScenarioTemplate(scenario, base: base)
    known.withLock { $0[name] = template }
    return template
  }
}
