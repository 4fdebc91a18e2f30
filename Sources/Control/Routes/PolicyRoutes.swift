/// The calls under `/policies`: they show, add, replace, switch and remove Conditional Access policies.
enum PolicyRoutes {
  private static let name = ControlRoute.Parameter.path("policy", "a policy's name or id")

  static let group = RouteGroup(
    name: "Policies", summary: "Conditional Access.",
    routes: [
      ControlRoute(
        .get, "/policies", "listPolicies", "Every policy, those not in force too.",
        answers: [.ok(PolicyShapes.list, "The policies.")], PolicyHandlers.list),
      ControlRoute(
        .post, "/policies", "createPolicy", "Puts a policy in force.", body: .scenarioWords(PolicyShapes.new),
        answers: [.created(PolicyShapes.policy, "The new policy."), .conflict("There is such a policy.")],
        PolicyHandlers.create),
      ControlRoute(
        .get, "/policies/{policy}", "showPolicy", "One policy.", parameters: [name],
        answers: [.ok(PolicyShapes.policy, "The policy.")], PolicyHandlers.show),
      ControlRoute(
        .put, "/policies/{policy}", "putPolicy", "Puts a policy in force, in the place of one of the same name.",
        parameters: [name], body: .scenarioWords(PolicyShapes.changes),
        answers: [
          .ok(PolicyShapes.policy, "The policy as it is now."), .created(PolicyShapes.policy, "The new policy."),
        ], PolicyHandlers.put),
      ControlRoute(
        .delete, "/policies/{policy}", "removePolicy", "Takes a policy away.", parameters: [name],
        answers: [.done("The policy is gone.")], PolicyHandlers.remove),
      ControlRoute(
        .post, "/policies/{policy}/enable", "enablePolicy", "The policy is in force.", parameters: [name],
        answers: [.ok(PolicyShapes.policy, "The policy as it is now.")],
        { call in try PolicyHandlers.setEnabled(true, call) }),
      ControlRoute(
        .post, "/policies/{policy}/disable", "disablePolicy", "The policy is not in force.", parameters: [name],
        answers: [.ok(PolicyShapes.policy, "The policy as it is now.")],
        { call in try PolicyHandlers.setEnabled(false, call) }),
    ])
}
