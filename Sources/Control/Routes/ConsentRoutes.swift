/// The calls under `/consents`: they show, grant and withdraw delegated permissions of apps.
enum ConsentRoutes {
  private static let filters: [ControlRoute.Parameter] = [
    .query("client", "the name of an app"), user,
  ]

  private static let user = ControlRoute.Parameter.query("user", "the name of a user: what that user granted")

  static let group = RouteGroup(
    name: "Consents", summary: "What was granted to apps.",
    routes: [
      ControlRoute(
        .get, "/consents", "listConsents", "Every delegated permission that was granted.", parameters: filters,
        answers: [.ok(ConsentShapes.list, "The consents.")], ConsentHandlers.list),
      ControlRoute(
        .post, "/consents", "grantConsent", "Grants permissions to an app; what is granted already stays.",
        body: .json(ConsentShapes.new), answers: [.ok(ConsentShapes.list, "All consents to the app.")],
        ConsentHandlers.grant),
      ControlRoute(
        .delete, "/consents", "withdrawConsents", "Takes away what was granted to an app, or by a user to it.",
        parameters: [.required("client", "the name of the app that loses them"), user],
        answers: [.removed("Nothing of it is granted.")], ConsentHandlers.withdraw),
      ControlRoute(
        .delete, "/consents/{consent}", "withdrawConsent", "Takes one consent away.",
        parameters: [.path("consent", "a consent's id")], answers: [.done("The consent is gone.")],
        ConsentHandlers.remove),
    ])
}
