/// The calls under `/groups`: they show, add, change and remove groups with their members.
enum GroupRoutes {
  private static let name = ControlRoute.Parameter.path("group", "a group's alias or object id")

  static let group = RouteGroup(
    name: "Groups", summary: "Groups and their members.",
    routes: [
      ControlRoute(
        .get, "/groups", "listGroups", "Every group.", answers: [.ok(GroupShapes.list, "The groups.")],
        GroupHandlers.list),
      ControlRoute(
        .post, "/groups", "createGroup", "Makes a group.", body: .scenarioWords(GroupShapes.new),
        answers: [.created(GroupShapes.group, "The new group."), .conflict("There is such a group.")],
        GroupHandlers.create),
      ControlRoute(
        .get, "/groups/{group}", "showGroup", "One group.", parameters: [name],
        answers: [.ok(GroupShapes.group, "The group.")], GroupHandlers.show),
      ControlRoute(
        .put, "/groups/{group}", "putGroup", "Makes a group, or changes the one there is; what is not named stays.",
        parameters: [name], body: .scenarioWords(GroupShapes.changes, isRequired: false),
        answers: [.ok(GroupShapes.group, "The group as it is now."), .created(GroupShapes.group, "The new group.")],
        GroupHandlers.put),
      ControlRoute(
        .patch, "/groups/{group}", "changeGroup", "Changes a group; what is not named stays.", parameters: [name],
        body: .scenarioWords(GroupShapes.changes, isRequired: false),
        answers: [.ok(GroupShapes.group, "The group as it is now.")],
        GroupHandlers.change),
      ControlRoute(
        .delete, "/groups/{group}", "removeGroup", "Takes a group away.", parameters: [name],
        answers: [.done("The group is gone.")], GroupHandlers.remove),
    ])
}
