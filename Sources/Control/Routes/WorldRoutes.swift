import Scenarios
import Worlds

/// The calls about a world as a whole: they show, export and reset it, make things older, and carry out actions.
enum WorldRoutes {
  static let group = RouteGroup(
    name: "World", summary: "The world as a whole.",
    routes: [
      ControlRoute(
        .get, "/world", "showWorld", "Tenants, users and apps.",
        answers: [.ok(WorldShapes.world, "The world.")], WorldHandlers.show),
      ControlRoute(
        .get, "/export", "exportWorld",
        "The scenario file that recreates the world: YAML, or JSON where that is asked for or alone accepted; or a tenant for Terraform.",
        parameters: [
          .query(
            "format", .choice(ExportHandlers.Format.allCases.map(\.rawValue)),
            "yaml, json, or terraform for a configuration"),
          .query("tenant", "the name of the tenant for Terraform; else the first one"),
        ],
        answers: [
          .other(ExportHandlers.contentType, "The scenario file."), .ok(.map(.anything), "The scenario as an object."),
          .other(ExportHandlers.terraformType, "A configuration of the provider azuread, with import blocks."),
          .conflict("A scenario file cannot say how the world is."),
        ], ExportHandlers.export),
      ControlRoute(
        .get, "/difference", "compareWorlds",
        "What a scenario file of this world says that one of another world does not, and the other way round.",
        parameters: [.required("with", "the name of the other world")],
        answers: [
          .ok(WorldShapes.difference, "The differences; none for worlds that are alike."),
          .conflict("A scenario file cannot say how one of the worlds is."),
        ], DifferenceHandlers.compare),
      ControlRoute(
        .post, "/reset", "reset", "Goes back to how the scenario begins.",
        answers: [.ok(WorldShapes.beginning, "The world began anew.")], WorldHandlers.reset),
      ControlRoute(
        .post, "/age", "age", "Makes what was handed out older while the clock stays.",
        body: .json(WorldShapes.ageing), answers: [.ok(WorldShapes.aged, "What grew older.")], WorldHandlers.age),
      ControlRoute(
        .post, "/actions", "perform",
        "Carries out actions of the scenario language now. Those that name nobody mean everybody.",
        body: .scenarioWords(
          .either([WorldShapes.action, .list(WorldShapes.action), .word], expected: "an action or a list of them")),
        answers: [.ok(WorldShapes.performed, "It is done."), .conflict("It is not possible as things are.")],
        ActionHandlers.perform),
    ])
}
