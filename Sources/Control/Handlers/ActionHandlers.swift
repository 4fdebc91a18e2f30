import JSON
import Scenarios
import YAML

/// The scenario language without rules: whatever a rule can do to the world, a call can do now.
enum ActionHandlers {
  static func perform(_ call: ControlCall) throws -> ControlAnswer {
    let document = try call.document()
    let actions = try call.understand { () throws(ScenarioError) in
      try RuleDecoder.actions(from: document, file: "body", in: call.world.directory)
    }
    if let action = actions.first(where: \.shapesAnswer) {
      throw Problem.notUnderstood(
        "'\(type(of: action).key)' is about the answer to a request, and there is none here; add a rule",
        line: document.mark.line, column: document.mark.column)
    }
    try call.attempt { try call.world.perform(actions) }
    return .json(["done": .strings(actions.map(\.summary))])
  }
}
