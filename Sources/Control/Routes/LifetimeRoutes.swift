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
          $0, .either([.text(.span)] + word(of: $0) + [.null], expected: "a duration"),
          "how long: \($0); null leaves it as it is")
      }))

  /// Access tokens of users may live for a time that is drawn.
  private static func word(of name: String) -> [Shape] {
    name == LifetimesPatch.drawable ? [.choice([LifetimesPatch.drawn])] : []
  }

  private static let lifetimes = Shape.named(
    "Lifetimes",
    .object(
      LifetimeNames.all.map {
        Shape.Member(
          $0, word(of: $0).isEmpty ? .duration : .either([.duration] + word(of: $0), expected: "a duration"),
          "how long: \($0)")
      }))
}
