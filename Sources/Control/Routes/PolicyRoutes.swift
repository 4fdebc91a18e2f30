import Directory
import HTTPWire
import Scenarios
import Worlds
import YAML

/// The calls under `/policies`: they show, add, replace, switch and remove Conditional Access policies. A policy is replaced as a whole.
enum PolicyRoutes {
  private typealias Routes = NounRoutes<AccessPolicy>

  static let group = RouteGroup(
    name: "Policies", summary: "Conditional Access.",
    routes: Routes.all(new: new, changes: .scenarioWords(changes), create: create, put: put, change: nil) + [
      verb("enable", "The policy is in force.", isEnabled: true),
      verb("disable", "The policy is not in force.", isEnabled: false),
    ])

  static let new = Shape.named("NewPolicy", .object(Shape.written(AccessPolicy.words)))
  /// Without `name`, since the path has the name.
  static let changes = Shape.named(
    "PolicyText", .object(Shape.written(AccessPolicy.words).filter { $0.name != "name" }))

  private static func verb(_ verb: String, _ summary: String, isEnabled: Bool) -> ControlRoute {
    Routes.verb(verb, verb + "Policy", summary, answers: [.ok(Routes.shown, "The policy as it is now.")]) {
      policy, call in
      var policy = policy
      policy.isEnabled = isEnabled
      try call.world.perform(AddPolicyAction(policy))
    }
  }

  private static func create(_ call: ControlCall) throws -> ControlAnswer {
    let policy = try read(call.document(), call)
    if call.world.directory.policy(named: policy.name) != nil {
      throw Problem.conflict(
        "exists", "There is such a policy", "There is a policy '\(policy.name)'.", "PUT replaces a policy.")
    }
    try call.world.perform(AddPolicyAction(policy))
    return .created(WorldJSON.value(policy, call.world.directory), location: call.location(of: policy.name))
  }

  private static func put(_ call: ControlCall) throws -> ControlAnswer {
    let old = AccessPolicy.found(call["policy"], in: call.world.directory)
    let policy = try read(call.document().setting("name", old?.name ?? call["policy"]), call)
    if let old, old.id != policy.id { try old.remove(from: call.world) }
    try call.world.perform(AddPolicyAction(policy))
    let value = WorldJSON.value(policy, call.world.directory)
    return old == nil ? .created(value, location: call.call.request.path) : .json(value)
  }

  private static func read(_ node: YAMLNode, _ call: ControlCall) throws(Problem) -> AccessPolicy {
    try call.understand { () throws(ScenarioError) in
      try PatchDecoder.policy(from: node, file: "body", in: call.world.directory)
    }
  }
}

extension AccessPolicy: ControlNoun {
  static let calls = NounCalls(
    one: "policy", many: "policies", name: ("Policy", "Policies"), a: "a policy", key: "a policy's name or id",
    list: "Every policy, those not in force too.", create: "Puts a policy in force.",
    put: "Puts a policy in force, in the place of one of the same name.", remove: "Takes a policy away.",
    removed: "The policy is gone.", order: "by their names")

  var pathName: String { name }

  static func all(in directory: DirectoryState) -> [AccessPolicy] {
    directory.policies.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }
  static func found(_ name: String, in directory: DirectoryState) -> AccessPolicy? {
    directory.policy(named: name) ?? ID(name).flatMap { directory.policies[$0] }
  }
  func remove(from world: World) throws { try world.perform(RemovePolicyAction(.id(id))) }
}
