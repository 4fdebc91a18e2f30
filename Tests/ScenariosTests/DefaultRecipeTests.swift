import Directory
import Expectations
import Testing
import Time

@testable import Scenarios
@testable import Worlds

/// The default world of servers that share it.
struct DefaultRecipeTests {
  private static let seededAt = UnixTime(seconds: 1_770_000_000)

  private static func recipe(_ text: String, named name: String) throws -> String {
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: name)
    return DefaultRecipe(ScenarioTemplate(scenario, seededAt: seededAt)).text
  }

  /// The library of another release has another text.
  @Test func aScenarioOfTheLibraryIsThatOfTheReleaseThatTheClusterBeganWith() throws {
    let recipe = try Self.recipe(
      "scenario: happy-path\nworld: { lifetimes: { accessToken: 7m } }\n", named: "happy-path.yaml")
    let own = try ScenarioLibrary.load("happy-path") { _ in [] }
    let template = try #require(DefaultRecipe.template(of: own, by: recipe))
    expectEqual(template.scenario.name, "happy-path")
    expectEqual(template.scenario.settings.lifetimes.accessToken, .seconds(420))
    expectEqual(template.seededAt, Self.seededAt)
  }

  @Test(arguments: ["ours", "happy-path"]) func anotherTextOfSomebodysOwnIsRefused(name: String) throws {
    let text = "scenario: \(name)\nworld: { lifetimes: { accessToken: 5m } }\n"
    let recipe = try Self.recipe("scenario: \(name)\nworld: { lifetimes: { accessToken: 6m } }\n", named: name)
    let scenario = try ScenarioDecoder.scenario(from: Array(text.utf8), file: name)
    expectNil(DefaultRecipe.template(of: scenario, by: recipe))
    expectNotNil(DefaultRecipe.template(of: scenario, by: try Self.recipe(text, named: name)))
    expectNil(DefaultRecipe.template(of: scenario, by: "not a recipe"))
  }
}
