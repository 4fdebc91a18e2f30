import JSON
import Scenarios
import Time
import YAML

/// How long things live. `reset` puts the scenario's lifetimes back.
enum LifetimeHandlers {
  static func show(_ call: ControlCall) throws -> ControlAnswer { .json(value(call.world)) }

  static func change(_ call: ControlCall) throws -> ControlAnswer {
    let document = try call.document()
    let key = YAMLNode(.string("setLifetimes"), mark: document.mark)
    let action = YAMLNode(.mapping([YAMLNode.Entry(key: key, value: document)]), mark: document.mark)
    let actions = try call.understand { () throws(ScenarioError) in
      try RuleDecoder.actions(from: action, file: "body", in: call.world.directory)
    }
    try call.world.perform(actions)
    return .json(value(call.world))
  }

  private static func value(_ world: World) -> JSONValue {
    let lifetimes = LifetimeNames.values(of: world.settings.lifetimes)
    return .object(
      JSONObject(lifetimes.map { JSONObject.Member(name: $0.name, value: .string($0.lifetime.shortText)) }))
  }
}
