import Scenarios

/// The calls about scenarios as texts: the library, the scenario of a world, and the mistakes of a text.
enum ScenarioRoutes {
  static let group = RouteGroup(
    name: "Scenarios", summary: "The library of scenarios, and scenario texts.",
    routes: [
      ControlRoute(
        .get, "/v1/scenarios", "listScenarios", "The scenarios of the library, by theme.", scope: .server,
        answers: [.ok(ScenarioShapes.list, "The scenarios.")], ScenarioHandlers.list),
      ControlRoute(
        .get, "/v1/scenarios/{scenario}", "showScenario", "One scenario of the library, with its file.",
        scope: .server, parameters: [.path("scenario", "a name of the library")],
        answers: [.ok(ScenarioShapes.text, "The scenario.")], ScenarioHandlers.show),
      ControlRoute(
        .post, "/v1/scenarios/check", "checkScenario",
        "The mistakes of a scenario text, as 'mockidp scenario check' tells them. Nothing changes.", scope: .server,
        body: .scenarioWords(.anything, isRequired: false),
        answers: [.ok(ScenarioShapes.check, "What is wrong with the text, or nothing.")], ScenarioHandlers.check),
      ControlRoute(
        .post, "/v1/scenarios/fromHar", "makeScenarioOfArchive",
        "A scenario in which the same happens as in an HTTP archive (HAR) of the real service. No secret of the archive is in it. Nothing changes.",
        scope: .server, parameters: [.query("name", "the name of the archive, for the comments")],
        body: .scenarioWords(.anything, isRequired: false),
        answers: [.ok(ScenarioShapes.archive, "The scenario, and what the archive does not tell.")],
        ScenarioHandlers.makeScenario),
      ControlRoute(
        .get, "/scenario", "showStory", "The scenario that the world began as, with its story.",
        answers: [.ok(ScenarioShapes.story, "The scenario.")], ScenarioHandlers.story),
    ])
}
