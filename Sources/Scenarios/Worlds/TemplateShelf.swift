import Directory
import Synchronization
package import Time
package import YAML

/// The templates that worlds are made from. Those of the library are read once.
package final class TemplateShelf: Sendable {
  private let main: ScenarioTemplate
  private let base: any WallClock
  private let known = Mutex<[String: ScenarioTemplate]>([:])

  /// `main` is the template of the default world.
  package init(main: ScenarioTemplate, base: any WallClock) {
    self.main = main
    self.base = base
  }

  /// The template of a scenario that a caller describes: by a name of the library, as a mapping, as the text of a file, or, with
  /// nothing said, the server's own. `overrides` is a mapping in the words of scenario files that is laid over it.
  /// - Throws: `ScenarioError`, or `ScenarioLibrary.UnknownName`.
  package func template(scenario node: YAMLNode?, overrides: YAMLNode?) throws -> ScenarioTemplate {
    guard let overrides, !overrides.isNull else { return try template(scenario: node) }
    let base = try template(scenario: node).scenario
    guard overrides.entries != nil else {
      throw ScenarioError(
        file: "overrides", line: overrides.mark.line, column: overrides.mark.column,
        "overrides are a mapping in the words of a scenario, such as { signIn: auto }")
    }
    let merged = (base.source ?? ScenarioDecoder.nameOnly(base.name)).merged(with: overrides)
    return ScenarioTemplate(try ScenarioDecoder.scenario(from: merged, file: "overrides"), base: self.base)
  }

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

  private func template(named name: String) throws -> ScenarioTemplate {
    if let template = known.withLock({ $0[name] }) { return template }
    guard let text = ScenarioLibrary.text(named: name) else { throw ScenarioLibrary.UnknownName(name: name) }
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: "scenarios/\(name).yaml")
    let template = ScenarioTemplate(scenario, base: base)
    known.withLock { $0[name] = template }
    return template
  }
}
