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
  /// be read.
  package static func template(of scenario: Scenario, by text: String) -> ScenarioTemplate? {
    guard let kept = KeptRecipe(text), kept.source == scenario.source?.flowText else { return nil }
    return ScenarioTemplate(scenario, seededAt: kept.seededAt)
  }
}
