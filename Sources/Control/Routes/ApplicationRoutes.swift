import Directory
import Scenarios
import Worlds

/// The calls under `/apps`: they show, register, change and remove apps, and change their permissions.
enum ApplicationRoutes {
  private typealias Routes = NounRoutes<Application>

  static let group = RouteGroup(
    name: "Apps", summary: "The apps that are registered, and APIs.",
    routes: Routes.nouns + Routes.verbs(Verb<Application>.all) + permissions)

  private static let permissions: [ControlRoute] = [
    Routes.verb(
      "permissions", "addPermission", "Puts a permission on the list of what the app needs. Consent is another matter.",
      body: .json(
        .object([
          .required("permission", .word, "a permission as scopes are written: User.Read, or api://contoso/Orders.Read")
        ])), answers: [.ok(Routes.shown, "The app as it is now.")]
    ) { app, call in
      let permission = try call.permission(call.body.text("permission") ?? "")
      try call.attempt { try call.world.perform(AddPermissionAction([permission], to: .id(app.id))) }
    },
    ControlRoute(
      .delete, "/apps/{app}/permissions/{permission}", "removePermission",
      "Takes a permission from the list. What was granted stays granted.",
      parameters: [Routes.name, .path("permission", "a permission as scopes are written, percent-encoded")],
      answers: [.done("The permission is not on the list.")],
      { call in
        let app = try call.object(Application.self)
        let permission = try call.permission(call["permission"], status: 404)
        try call.attempt { try call.world.perform(RemovePermissionAction([permission], from: .id(app.id))) }
        return .nothing
      }),
  ]
}

extension Application: ControlEntry {
  static let calls = NounCalls(
    one: "app", many: "apps", name: ("App", "Apps"), a: "an app", key: "an app's alias or client id",
    list: "Every app, Microsoft's own too.", create: "Registers an app.",
    put: "Registers an app, or changes the one there is; what is not named stays.", makes: "registers",
    remove: "Takes an app away, with every consent to it. It cannot be restored.", removed: "The app is gone.")
  static let need = (words: ["type", "as", "managedIdentity", "agentIdentityBlueprintId"], example: "web")

  var spokenName: String { "\(displayName) (\(id))" }

  static func all(in directory: DirectoryState) -> [Application] { directory.applicationsInOrder }
  static func change(_ entry: Entry<Application>) -> WorldPatch.Change { .application(entry) }
  func remove(from world: World) throws { try world.edit { try $0.remove(id) } }
}
