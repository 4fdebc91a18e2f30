/// The calls under `/worlds`: they make, show and remove worlds. Each test can have a world of its own.
enum WorldsRoutes {
  private static let name = ControlRoute.Parameter.path("world", "a world's name")

  static let group = RouteGroup(
    name: "Worlds",
    summary:
      "A world for each test. Every call about a world can be made as /_mockidp/v1/worlds/{world}/… or by the world's host.",
    routes: [
      ControlRoute(
        .get, "/v1/worlds", "listWorlds", "The worlds of this server, the default one first.", scope: .server,
        answers: [.ok(WorldsShapes.list, "The worlds.")], WorldsHandlers.list),
      ControlRoute(
        .post, "/v1/worlds", "createWorld", "Makes a world.", scope: .server,
        body: .scenarioWords(WorldsShapes.new, isRequired: false),
        answers: [
          .created(WorldsShapes.world, "The new world, and how it is reached."),
          .conflict("There is such a world, or there are too many."),
        ], WorldsHandlers.create),
      ControlRoute(
        .get, "/v1/worlds/{world}", "showOneWorld", "How a world is reached: URLs, tenants, users, apps.",
        scope: .server, parameters: [name], answers: [.ok(WorldsShapes.world, "The world.")], WorldsHandlers.show),
      ControlRoute(
        .put, "/v1/worlds/{world}", "putWorld", "Makes the world of that name, in the place of one that is there.",
        scope: .server, parameters: [name], body: .scenarioWords(WorldsShapes.new, isRequired: false),
        answers: [
          .ok(WorldsShapes.world, "The world that took the other's place."),
          .created(WorldsShapes.world, "The new world."), .conflict("There are too many worlds."),
        ], WorldsHandlers.replace),
      ControlRoute(
        .delete, "/v1/worlds/{world}", "removeWorld", "Removes a world with all it had.", scope: .server,
        parameters: [name],
        answers: [.done("It is gone."), .conflict("The default world stays.")], WorldsHandlers.remove),
    ])
}
