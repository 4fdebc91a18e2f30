import Directory
import Worlds

/// The calls under `/apps`: they show, register, change and remove apps, and change their permissions.
enum ApplicationRoutes {
  static let group = RouteGroup(
    name: "Apps", summary: "The apps that are registered, and APIs.", routes: nouns + verbs + permissions)

  private static let name = ControlRoute.Parameter.path("app", "an app's alias or client id")

  private static let nouns: [ControlRoute] = [
    ControlRoute(
      .get, "/apps", "listApps", "Every app, Microsoft's own too.",
      answers: [.ok(ApplicationShapes.list, "The apps.")], ApplicationHandlers.list),
    ControlRoute(
      .post, "/apps", "createApp", "Registers an app.", body: .scenarioWords(ApplicationShapes.new),
      answers: [.created(ApplicationShapes.application, "The new app."), .conflict("There is such an app.")],
      ApplicationHandlers.create),
    ControlRoute(
      .get, "/apps/{app}", "showApp", "One app.", parameters: [name],
      answers: [.ok(ApplicationShapes.application, "The app.")], ApplicationHandlers.show),
    ControlRoute(
      .put, "/apps/{app}", "putApp", "Registers an app, or changes the one there is; what is not named stays.",
      parameters: [name], body: .scenarioWords(ApplicationShapes.changes, isRequired: false),
      answers: [
        .ok(ApplicationShapes.application, "The app as it is now."),
        .created(ApplicationShapes.application, "The new app."),
      ], ApplicationHandlers.put),
    ControlRoute(
      .patch, "/apps/{app}", "changeApp", "Changes an app; what is not named stays.", parameters: [name],
      body: .scenarioWords(ApplicationShapes.changes, isRequired: false),
      answers: [.ok(ApplicationShapes.application, "The app as it is now.")], ApplicationHandlers.change),
    ControlRoute(
      .delete, "/apps/{app}", "removeApp", "Takes an app away, with every consent to it. It cannot be restored.",
      parameters: [name], answers: [.done("The app is gone.")], ApplicationHandlers.remove),
  ]

  private static let verbs: [ControlRoute] = [
    verb("disable", "Nobody can sign in to the app any more.") { SetAppEnabledAction($0, isEnabled: false) },
    verb("enable", "Signing in to the app is possible again.") { SetAppEnabledAction($0, isEnabled: true) },
    verb("expireSecrets", "The app's client secrets end now.") { ExpireSecretsAction(of: $0) },
  ]

  /// A call that carries out an action on the app.
  private static func verb(
    _ verb: String, _ summary: String, _ action: @escaping @Sendable (ObjectName<Application>) -> any WorldAction
  ) -> ControlRoute {
    ControlRoute(
      .post, "/apps/{app}/\(verb)", "\(verb)OfApp", summary, parameters: [name],
      answers: [
        .ok(ApplicationShapes.application, "The app as it is afterwards."),
        .conflict("It is not possible as things are."),
      ],
      { call in try ApplicationHandlers.perform(action, call) })
  }

  private static let permissions: [ControlRoute] = [
    ControlRoute(
      .post, "/apps/{app}/permissions", "addPermission",
      "Puts a permission on the list of what the app needs. Consent is another matter.",
      parameters: [name], body: .json(ApplicationShapes.permission),
      answers: [.ok(ApplicationShapes.application, "The app as it is now.")], ApplicationHandlers.addPermission),
    ControlRoute(
      .delete, "/apps/{app}/permissions/{permission}", "removePermission",
      "Takes a permission from the list. What was granted stays granted.",
      parameters: [name, .path("permission", "a permission as scopes are written, percent-encoded")],
      answers: [.done("The permission is not on the list.")], ApplicationHandlers.removePermission),
  ]
}
