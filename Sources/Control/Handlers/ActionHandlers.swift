import JSON
import Scenarios
import Worlds
import YAML

/// Carries out actions without a rule: a call does at once what a rule could do to the world. Actions on answers are
/// refused.
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
