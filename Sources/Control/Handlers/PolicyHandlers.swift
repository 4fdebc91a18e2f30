import Bytes
import Directory
import HTTPWire
import JSON
import Scenarios
import Time
import Worlds
import YAML

/// Shows, adds and removes Conditional Access policies.
enum PolicyHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let directory = call.world.directory
    let policies = directory.policies.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    return .json(["policies": .array(policies.map { WorldJSON.value($0, directory) })])
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    try .json(WorldJSON.value(policy(call), call.world.directory))
  }

  static func create(_ call: ControlCall) throws -> ControlAnswer {
    let policy = try read(call.document(), call)
    if call.world.directory.policy(named: policy.name) != nil {
      throw Problem.conflict(
        "exists", "There is such a policy", "There is a policy '\(policy.name)'.", "PUT replaces a policy.")
    }
    try call.world.perform(AddPolicyAction(policy))
    return .created(WorldJSON.value(policy, call.world.directory), location: call.location(of: policy.name))
  }

  static func put(_ call: ControlCall) throws -> ControlAnswer {
    let old = find(call)
    let policy = try read(call.document().setting("name", old?.name ?? call["policy"]), call)
    if let old, old.id != policy.id { try call.world.perform(RemovePolicyAction(.id(old.id))) }
    try call.world.perform(AddPolicyAction(policy))
    let value = WorldJSON.value(policy, call.world.directory)
    return old == nil ? .created(value, location: call.call.request.path) : .json(value)
  }

  static func remove(_ call: ControlCall) throws -> ControlAnswer {
    try call.world.perform(RemovePolicyAction(.id(policy(call).id)))
    return .nothing
  }

  static func setEnabled(_ isEnabled: Bool, _ call: ControlCall) throws -> ControlAnswer {
    var policy = try policy(call)
    policy.isEnabled = isEnabled
    try call.world.perform(AddPolicyAction(policy))
    return .json(WorldJSON.value(policy, call.world.directory))
  }

  private static func read(_ node: YAMLNode, _ call: ControlCall) throws(Problem) -> AccessPolicy {
    try call.understand { () throws(ScenarioError) in
      try PatchDecoder.policy(from: node, file: "body", in: call.world.directory)
    }
  }

  private static func find(_ call: ControlCall) -> AccessPolicy? {
    let directory = call.world.directory
    return directory.policy(named: call["policy"]) ?? AccessPolicy.ID(call["policy"]).flatMap { directory.policies[$0] }
  }

  private static func policy(_ call: ControlCall) throws(Problem) -> AccessPolicy {
    guard let policy = find(call) else {
      throw .unknownWord(
        "policy", call["policy"], known: call.world.directory.policies.values.map(\.name).sorted(), status: 404)
    }
    return policy
  }
}
