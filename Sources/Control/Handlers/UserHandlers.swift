import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds
import YAML

/// Shows, makes and changes users. A call that changes a user answers with the user as it is afterwards.
enum UserHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let tenant = try call.query.nonEmpty("tenant").map { name throws(Problem) in try call.tenant(name).id }
    let directory = call.world.directory
    let users = directory.usersInOrder.filter { tenant == nil || $0.tenant == tenant }
    return .json(["users": .array(users.map { WorldJSON.value($0, directory) })])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    try answer(call, call.user(call["user"], status: 404).id)
  }

  static func create(_ call: ControlCall) throws -> ControlAnswer {
    let (alias, rest) = try call.newEntry()
    if let user = call.world.directory.user(named: alias) {
      throw Problem.conflict(
        "exists", "There is such a user", "'\(alias)' is \(user.displayName) (\(user.userPrincipalName)).",
        "PATCH changes a user, PUT makes or changes one.")
    }
    try call.demand(["displayName", "home"], in: rest, such: "Carol Cole") { node throws(Problem) in
      _ = try entry(node, alias, call)
    }
    let user = try apply(rest, to: alias, call)
    return .created(WorldJSON.value(user, call.world.directory), location: call.location(of: user.alias))
  }

  static func put(_ call: ControlCall) throws -> ControlAnswer {
    let isNew = call.world.directory.user(named: call["user"]) == nil
    let user = try apply(call.document(), to: call["user"], call)
    let value = WorldJSON.value(user, call.world.directory)
    return isNew ? .created(value, location: call.call.request.path) : .json(value)
  }

  static func change(_ call: ControlCall) throws -> ControlAnswer {
    let user = try call.user(call["user"], status: 404)
    _ = try apply(call.document(), to: user.alias, call)
    return try answer(call, user.id)
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    let user = try call.user(call["user"], status: 404)
    try call.world.perform(SetDeletedAction(user: .id(user.id), isDeleted: true))
    return .nothing
  }

  /// Carries out an action on one user.
  static func perform(_ verb: UserVerb, _ call: ControlCall) throws -> ControlAnswer {
    let user = try call.user(call["user"], status: 404)
    try call.attempt { try call.world.perform([verb.action(.id(user.id), call.body)]) }
    return try answer(call, user.id)
  }

  private static func apply(_ node: YAMLNode, to name: String, _ call: ControlCall) throws -> User {
    let entry = try entry(node, name, call)
    try call.world.apply(.user(entry))
    return try call.user(name)
  }

  private static func answer(_ call: ControlCall, _ id: User.ID) throws -> ControlAnswer {
    let directory = call.world.directory
    guard let user = directory.users[id] else { throw Problem.notFound("user", "\(id)", "GET …/users lists all.") }
    return .json(WorldJSON.value(user, directory))
  }

  private static func entry(
    _ node: YAMLNode, _ name: String, _ call: ControlCall
  ) throws(Problem) -> Entry<User> {
    try call.understand { () throws(ScenarioError) in
      try PatchDecoder.entry(name, from: node, file: "body", in: call.world.directory)
    }
  }
}
