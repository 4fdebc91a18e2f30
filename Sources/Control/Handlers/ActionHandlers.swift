import JSON
import Scenarios
import YAML

/// The scenario language without rules: whatever a rule can do to the world, a call can do now.
enum ActionHandlers {
  static func perform(_ call: ControlCall) throws -> ControlAnswer {
    let actions = try call.understand { () throws(ScenarioError) in
      try RuleDecoder.actions(from: call.document, file: "body", in: call.world.directory)
    }
    if let action = actions.first(where: \.shapesAnswer) {
      throw Problem.notUnderstood(
        "'\(type(of: action).key)' is about the answer to a request, and there is none here; add a rule",
        line: call.document.mark.line, column: call.document.mark.column)
    }
    try call.attempt { try call.world.perform(actions) }
    return .json(["done": .strings(actions.map(\.summary))])
  }
}
