import Bytes
import Directory
import Time
package import Worlds

/// The recipe of a default world that several servers share: they all make its seeds with one date.
package struct DefaultRecipe: Sendable {
  /// As the cluster keeps it.
  package let text: String

  package init(_ template: ScenarioTemplate) {
    text =
      KeptRecipe(
        WorldRecipe(template: template, ids: .asWritten), salt: GUID.zero,
        keepsSource: true
      ).text
  }

  /// The template that the recipe `text` of the cluster makes of this scenario. Nil when the recipe is that of another text, or cannot
  /// be read. A scenario of the library is the one of the release that the cluster began with: its servers are replaced one by one.
  package static func template(of scenario: Scenario, by text: String) -> ScenarioTemplate? {
    guard let kept = KeptRecipe(text) else { return nil }
    if kept.source == scenario.source?.flowText { return ScenarioTemplate(scenario, seededAt: kept.seededAt) }
    guard kept.source != nil, isOfLibrary(scenario),
      let first = try? kept.scenario(named: scenario.name, main: scenario)
    else { return nil }
    return ScenarioTemplate(first, seededAt: kept.seededAt)
  }

  /// Whether it is a scenario of this program's library, and not one of somebody's own that has such a name.
  private static func isOfLibrary(_ scenario: Scenario) -> Bool {
    guard let source = scenario.source, !ScenarioLibrary.isPath(scenario.name) else { return false }
    return (try? ScenarioLibrary.load(scenario.name) { _ in [] })?.source?.flowText == source.flowText
  }
}
