import Scenarios
import Worlds

/// The calls under `/lifetimes`: they show and change how long tokens, codes and sessions are good for.
enum LifetimeRoutes {
  static let group = RouteGroup(
    name: "Lifetimes", summary: "How long things live.",
    routes: [
      ControlRoute(
        .get, "/lifetimes", "showLifetimes", "How long tokens, codes and sessions live.",
        answers: [.ok(lifetimes, "The lifetimes.")], LifetimeHandlers.show),
      ControlRoute(
        .patch, "/lifetimes", "changeLifetimes", "Changes lifetimes, for what is given out from now on.",
        body: .scenarioWords(changes), answers: [.ok(lifetimes, "The lifetimes as they are now.")],
        LifetimeHandlers.change),
    ])

  private static let changes = Shape.named(
    "LifetimeChanges",
    .object(
      LifetimeNames.all.map {
        Shape.Member(
          $0, .either([.text(.span), .null], expected: "a duration"), "how long: \($0); null leaves it as it is")
      }))

  private static let lifetimes = Shape.named(
    "Lifetimes", .object(LifetimeNames.all.map { Shape.Member($0, .duration, "how long: \($0)") }))
}
