import Scenarios

/// The calls under `/clock`: they show, set, advance, freeze and resume the world's clock.
enum ClockRoutes {
  static let group = RouteGroup(
    name: "Clock", summary: "The world's time.",
    routes: [
      ControlRoute(
        .get, "/clock", "showClock", "The world's time.", answers: [.ok(WorldShapes.clock, "The clock.")],
        ClockHandlers.show),
      ControlRoute(
        .post, "/clock", "changeClock", "Sets the time first, then advances it, then stops it or lets it go.",
        body: .json(change), answers: [.ok(WorldShapes.clock, "The clock as it is then.")], ClockHandlers.change),
    ])

  private static let change = Shape.object([
    .init("advance", .duration, "how far to move it on"),
    .init("set", .time, "where to put it"),
    .init("freeze", .flag, "whether it stops; false lets it run on"),
  ])
}
