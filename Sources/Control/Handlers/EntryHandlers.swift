import Directory
import HTTPWire
import JSON
import Scenarios
import Worlds
import YAML

/// Makes and changes objects of one kind, by the words of scenario files. Each call answers with the object as it is afterwards.
enum EntryHandlers<Noun: ControlEntry> {
  static func create(_ call: ControlCall) throws -> ControlAnswer {
    let (alias, rest) = try call.newEntry()
    let (calls, need) = (Noun.calls, Noun.need)
    if let object = Noun.found(alias, in: call.world.directory) {
      throw Problem.conflict(
        "exists", "There is such \(calls.a)", "'\(alias)' is \(object.spokenName).",
        "PATCH changes \(calls.a), PUT \(calls.makes) or changes one.")
    }
    try call.demand(need.words, in: rest, such: need.example) { node throws(Problem) in
      _ = try entry(node, alias, call)
    }
    return .created(try apply(rest, to: alias, call), location: call.location(of: alias))
  }

  static func put(_ call: ControlCall) throws -> ControlAnswer {
    let name = call[Noun.calls.one]
    let isNew = Noun.found(name, in: call.world.directory) == nil
    let value = try apply(call.document(), to: name, call)
    return isNew ? .created(value, location: call.call.request.path) : .json(value)
  }

  static func change(_ call: ControlCall) throws -> ControlAnswer {
    .json(try apply(call.document(), to: call.object(Noun.self).pathName, call))
  }

  /// Adds or changes an object and shows it. One body can add a group to several tenants; the first of them is shown.
  private static func apply(_ node: YAMLNode, to name: String, _ call: ControlCall) throws -> JSONValue {
    let before = call.world.directory
    try call.world.apply(Noun.change(try entry(node, name, call)))
    let directory = call.world.directory
    if let object = Noun.found(name, in: directory) { return WorldJSON.value(object, directory) }
    let old = Set(Noun.all(in: before).map(\.id))
    guard let made = Noun.all(in: directory).first(where: { !old.contains($0.id) }) else {
      throw Problem.notFound(Noun.calls.one, name, "GET …/\(Noun.calls.many) lists all.")
    }
    return WorldJSON.value(made, directory)
  }

  private static func entry(_ node: YAMLNode, _ name: String, _ call: ControlCall) throws(Problem) -> Entry<Noun> {
    try call.understand { () throws(ScenarioError) in
      try PatchDecoder.entry(name, from: node, file: "body", in: call.world.directory)
    }
  }
}
