import JSON
import Scenarios
import YAML

/// Actions without rules: whatever a rule can do to the world, a call can do now.
enum ActionHandlers {
  static func perform(_ call: ControlCall) throws -> ControlAnswer {
    let document = try call.document()
    let actions = try call.understand { () throws(ScenarioError) in
      try RuleDecoder.worldActions(from: document, file: "body", in: call.world.directory)
    }
    try call.attempt { try call.world.perform(actions) }
    return .json(["done": .strings(actions.map(\.summary))])
  }
}
