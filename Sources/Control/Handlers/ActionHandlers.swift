import JSON
import Scenarios
import YAML

/// Actions without a rule: a call carries out now what a rule could do to the world.
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
