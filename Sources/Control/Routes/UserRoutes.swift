import Scenarios
import Worlds

/// The calls under `/users`: they show, add, change and delete users, and carry out the verbs of `UserVerb`.
enum UserRoutes {
  static let group = RouteGroup(
    name: "Users", summary: "Who can sign in, and what happens to them.", routes: nouns + verbs)

  private static let name = ControlRoute.Parameter.path("user", "a user's alias, sign-in name or object id")

  private static let nouns: [ControlRoute] = [
    ControlRoute(
      .get, "/users", "listUsers", "Every user, deleted ones too.",
      parameters: [.query("tenant", "a tenant's alias, domain or id: its users only")],
      answers: [.ok(UserShapes.list, "The users.")], UserHandlers.list),
    ControlRoute(
      .post, "/users", "createUser", "Makes a user, with the password of all seeds unless another is given.",
      body: .scenarioWords(UserShapes.new),
      answers: [.created(UserShapes.user, "The new user."), .conflict("There is such a user.")], UserHandlers.create),
    ControlRoute(
      .get, "/users/{user}", "showUser", "One user.", parameters: [name],
      answers: [.ok(UserShapes.user, "The user.")], UserHandlers.show),
    ControlRoute(
      .put, "/users/{user}", "putUser", "Makes a user, or changes the one there is; what is not named stays.",
      parameters: [name], body: .scenarioWords(UserShapes.changes, isRequired: false),
      answers: [.ok(UserShapes.user, "The user as it is now."), .created(UserShapes.user, "The new user.")],
      UserHandlers.put),
    ControlRoute(
      .patch, "/users/{user}", "changeUser", "Changes a user; what is not named stays.",
      parameters: [name], body: .scenarioWords(UserShapes.changes, isRequired: false),
      answers: [.ok(UserShapes.user, "The user as it is now.")], UserHandlers.change),
    ControlRoute(
      .delete, "/users/{user}", "removeUser", "Deletes a user. Nothing signs in or renews; 'restore' brings it back.",
      parameters: [name], answers: [.done("The user is deleted, now or before.")], UserHandlers.remove),
  ]

  private static let verbs: [ControlRoute] = UserVerb.all.map { verb in
    ControlRoute(
      .post, "/users/{user}/\(verb.key)", "\(verb.key)OfUser", verb.summary,
      parameters: [name], body: verb.members.isEmpty ? nil : .json(.object(verb.members)),
      answers: [
        .ok(UserShapes.user, "The user as it is afterwards."), .conflict("It is not possible as things are."),
      ],
      { call in try UserHandlers.perform(verb, call) })
  }
}
