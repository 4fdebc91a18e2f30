import Scenarios
import Worlds

/// The calls under `/rules`: they show, add, replace, switch and remove rules of a world.
enum RuleRoutes {
  private static let name = ControlRoute.Parameter.path("rule", "a rule's name")

  static let group = RouteGroup(
    name: "Rules", summary: "What happens when.",
    routes: [
      ControlRoute(
        .get, "/rules", "listRules", "Every rule, with how often it has fitted and acted.",
        answers: [.ok(RuleShapes.list, "The rules.")], RuleHandlers.list),
      ControlRoute(
        .post, "/rules", "addRules", "Adds a rule, or a list of them, behind the others.",
        body: .scenarioWords(
          .either([RuleShapes.new, .list(RuleShapes.new)], expected: "a rule or a list of them")),
        answers: [.created(RuleShapes.list, "The new rules."), .conflict("There is a rule of that name.")],
        RuleHandlers.add),
      ControlRoute(
        .delete, "/rules", "removeRules", "Takes every rule away.", answers: [.removed("There is no rule.")],
        RuleHandlers.clear),
      ControlRoute(
        .get, "/rules/{rule}", "showRule", "One rule.", parameters: [name],
        answers: [.ok(RuleShapes.rule, "The rule.")], RuleHandlers.show),
      ControlRoute(
        .put, "/rules/{rule}", "putRule",
        "Adds a rule, or puts it in the place of the one of that name; it counts from nothing.",
        parameters: [name], body: .scenarioWords(RuleShapes.text),
        answers: [.ok(RuleShapes.rule, "The rule as it is now."), .created(RuleShapes.rule, "The new rule.")],
        RuleHandlers.put),
      ControlRoute(
        .delete, "/rules/{rule}", "removeRule", "Takes a rule away.", parameters: [name],
        answers: [.done("The rule is gone.")], RuleHandlers.remove),
      ControlRoute(
        .post, "/rules/{rule}/enable", "enableRule", "The rule acts again; its counts go on.", parameters: [name],
        answers: [.ok(RuleShapes.rule, "The rule as it is now.")],
        { call in try RuleHandlers.setEnabled(true, call) }),
      ControlRoute(
        .post, "/rules/{rule}/disable", "disableRule", "The rule neither counts nor acts, and keeps its place.",
        parameters: [name], answers: [.ok(RuleShapes.rule, "The rule as it is now.")],
        { call in try RuleHandlers.setEnabled(false, call) }),
    ])
}
