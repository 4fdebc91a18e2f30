import JSON
import Scenarios
import Time
import Worlds

/// Shows and changes the lifetimes of a world. `reset` brings back those of the scenario.
enum LifetimeHandlers {
  static func show(_ call: ControlCall) throws -> ControlAnswer { .json(value(call.world)) }

  static func change(_ call: ControlCall) throws -> ControlAnswer {
    let document = try call.document()
    let action = try call.understand { () throws(ScenarioError) in
      try SetLifetimesAction(from: document, file: "body")
    }
    try call.world.perform(action)
    return .json(value(call.world))
  }

  private static func value(_ world: World) -> JSONValue {
    let lifetimes = LifetimeNames.texts(of: world.settings.lifetimes)
    return .object(JSONObject(lifetimes.map { JSONObject.Member(name: $0.name, value: .string($0.text)) }))
  }
}
