import Bytes
import Directory
import Scenarios
import Worlds

/// The calls under `/users`: they show, add, change and delete users, and carry out the verbs of users.
enum UserRoutes {
  static let group = RouteGroup(
    name: "Users", summary: "Who can sign in, and what happens to them.",
    routes: NounRoutes<User>.nouns + NounRoutes<User>.verbs(Verb<User>.all))
}

extension User: ControlEntry {
  static let calls = NounCalls(
    one: "user", many: "users", name: ("User", "Users"), a: "a user", key: "a user's alias, sign-in name or object id",
    list: "Every user, deleted ones too.",
    create: "Makes a user, with the password of all seeds unless another is given.",
    put: "Makes a user, or changes the one there is; what is not named stays.",
    remove: "Deletes a user. Nothing signs in or renews; 'restore' brings it back.",
    removed: "The user is deleted, now or before.",
    parameters: [.query("tenant", "a tenant's alias, domain or id: its users only")])
  static let need = (words: ["displayName", "home"], example: "Carol Cole")

  var spokenName: String { "\(displayName) (\(userPrincipalName))" }

  static func all(in directory: DirectoryState) -> [User] { directory.usersInOrder }
  static func listed(_ call: ControlCall) throws -> [User] {
    let tenant = try call.query.nonEmpty("tenant").map { name throws(Problem) in try call.tenant(name).id }
    return all(in: call.world.directory).filter { tenant == nil || $0.tenant == tenant }
  }
  static func change(_ entry: Entry<User>) -> WorldPatch.Change { .user(entry) }
  func remove(from world: World) throws { try world.perform(SetDeletedAction(user: .id(id), isDeleted: true)) }
}
