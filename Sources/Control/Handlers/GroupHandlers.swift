import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds
import YAML

/// Shows and changes groups and their members. A call that changes a group answers with the group as it is afterwards.
enum GroupHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let directory = call.world.directory
    return .json(["groups": .array(directory.groupsInOrder.map { WorldJSON.value($0, directory) })])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    .json(WorldJSON.value(try group(call), call.world.directory))
  }

  static func create(_ call: ControlCall) throws -> ControlAnswer {
    let (alias, rest) = try call.newEntry()
    if let group = call.world.directory.group(named: alias) {
      throw Problem.conflict(
        "exists", "There is such a group", "'\(alias)' is \(group.displayName).",
        "PATCH changes a group, PUT makes or changes one.")
    }
    try call.demand(["displayName"], in: rest, such: "Engineers") { node throws(Problem) in
      _ = try entry(node, alias, call)
    }
    return .created(try apply(rest, to: alias, call), location: call.location(of: alias))
  }

  static func put(_ call: ControlCall) throws -> ControlAnswer {
    let isNew = call.world.directory.group(named: call["group"]) == nil
    let value = try apply(call.document(), to: call["group"], call)
    return isNew ? .created(value, location: call.call.request.path) : .json(value)
  }

  static func change(_ call: ControlCall) throws -> ControlAnswer {
    .json(try apply(call.document(), to: group(call).alias, call))
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    let group = try group(call)
    try call.world.perform(RemoveGroupAction(.id(group.id)))
    return .nothing
  }

  private static func group(_ call: ControlCall) throws(Problem) -> Group {
    let directory = call.world.directory
    guard let group = directory.group(named: call["group"]) else {
      throw .unknownWord("group", call["group"], known: directory.groupsInOrder.map(\.alias), status: 404)
    }
    return group
  }

  /// Adds or changes a group and shows it. One body can add several groups; the first of them is shown.
  private static func apply(_ node: YAMLNode, to name: String, _ call: ControlCall) throws -> JSONValue {
    let before = Set(call.world.directory.groups.keys)
    let entry = try entry(node, name, call)
    try call.world.apply(.group(entry))
    let directory = call.world.directory
    let made = directory.groupsInOrder.first { !before.contains($0.id) }
    guard let group = directory.group(named: name) ?? made else {
      throw Problem.notFound("group", name, "GET …/groups lists all.")
    }
    return WorldJSON.value(group, directory)
  }

  private static func entry(
    _ node: YAMLNode, _ name: String, _ call: ControlCall
  ) throws(Problem) -> Entry<Group> {
    try call.understand { () throws(ScenarioError) in
      try PatchDecoder.entry(name, from: node, file: "body", in: call.world.directory)
    }
  }
}
