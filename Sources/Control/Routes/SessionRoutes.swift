/// The calls under `/sessions`: they show and revoke the sessions of browsers.
enum SessionRoutes {
  private static let user = ControlRoute.Parameter.query("user", "the name of a user: only that user's")

  static let group = RouteGroup(
    name: "Sessions", summary: "Who is signed in to a browser.",
    routes: [
      ControlRoute(
        .get, "/sessions", "listSessions", "Every account that is signed in to a browser.", parameters: [user],
        answers: [.ok(SessionShapes.list, "The sessions.")], SessionHandlers.list),
      ControlRoute(
        .delete, "/sessions", "endSessions", "Signs out everybody, or one user, from every browser.",
        parameters: [user], answers: [.removed("They are signed out.")], SessionHandlers.endAll),
      ControlRoute(
        .delete, "/sessions/{session}", "endSession", "Ends one session.",
        parameters: [.path("session", "a session's id")], answers: [.done("The session has ended.")],
        SessionHandlers.end),
    ])
}
