import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds
import YAML

/// Shows, registers and changes apps. A call that changes an app answers with the app as it is afterwards.
enum ApplicationHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let directory = call.world.directory
    return .json(["apps": .array(directory.applicationsInOrder.map { WorldJSON.value($0, directory) })])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    try answer(call, call.application(call["app"], status: 404).id)
  }

  static func create(_ call: ControlCall) throws -> ControlAnswer {
    let (alias, rest) = try call.newEntry()
    if let application = call.world.directory.application(named: alias) {
      throw Problem.conflict(
        "exists", "There is such an app", "'\(alias)' is \(application.displayName) (\(application.id)).",
        "PATCH changes an app, PUT registers or changes one.")
    }
    try call.demand(["type", "as", "managedIdentity", "agentIdentityBlueprintId"], in: rest, such: "web") {
      node throws(Problem) in
      _ = try entry(node, alias, call)
    }
    let application = try apply(rest, to: alias, call)
    return .created(
      WorldJSON.value(application, call.world.directory), location: call.location(of: application.alias))
  }

  static func put(_ call: ControlCall) throws -> ControlAnswer {
    let isNew = call.world.directory.application(named: call["app"]) == nil
    let application = try apply(call.document(), to: call["app"], call)
    let value = WorldJSON.value(application, call.world.directory)
    return isNew ? .created(value, location: call.call.request.path) : .json(value)
  }

  static func change(_ call: ControlCall) throws -> ControlAnswer {
    let application = try call.application(call["app"], status: 404)
    _ = try apply(call.document(), to: application.alias, call)
    return try answer(call, application.id)
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    let application = try call.application(call["app"], status: 404)
    try call.world.edit { try $0.remove(application.id) }
    return .nothing
  }

  /// Carries out an action on one app.
  static func perform(
    _ action: (ObjectName<Application>) -> any WorldAction, _ call: ControlCall
  ) throws -> ControlAnswer {
    let application = try call.application(call["app"], status: 404)
    try call.attempt { try call.world.perform([action(.id(application.id))]) }
    return try answer(call, application.id)
  }

  static func addPermission(_ call: ControlCall) throws -> ControlAnswer {
    let application = try call.application(call["app"], status: 404)
    let permission = try call.permission(call.body.text("permission") ?? "")
    try call.attempt { try call.world.perform(AddPermissionAction([permission], to: .id(application.id))) }
    return try answer(call, application.id)
  }

  static func removePermission(_ call: ControlCall) throws -> ControlAnswer {
    let application = try call.application(call["app"], status: 404)
    let permission = try call.permission(call["permission"], status: 404)
    try call.attempt { try call.world.perform(RemovePermissionAction([permission], from: .id(application.id))) }
    return .nothing
  }

  private static func apply(_ node: YAMLNode, to name: String, _ call: ControlCall) throws -> Application {
    let entry = try entry(node, name, call)
    try call.world.apply(.application(entry))
    return try call.application(name)
  }

  private static func answer(_ call: ControlCall, _ id: Application.ID) throws -> ControlAnswer {
    let directory = call.world.directory
    guard let application = directory.applications[id] else {
      throw Problem.notFound("app", "\(id)", "GET …/apps lists all.")
    }
    return .json(WorldJSON.value(application, directory))
  }

  private static func entry(
    _ node: YAMLNode, _ name: String, _ call: ControlCall
  ) throws(Problem) -> Entry<Application> {
    try call.understand { () throws(ScenarioError) in
      try PatchDecoder.entry(name, from: node, file: "body", in: call.world.directory)
    }
  }
}
