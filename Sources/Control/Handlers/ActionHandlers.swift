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
    let changed = try call.attempt { try actions.map { action in try call.world.carryOut(action) } }
    let idle = zip(actions, changed).filter { !$0.1 }.map(\.0.summary)
    var answer: JSONObject = ["done": .strings(actions.map(\.summary))]
    if !idle.isEmpty { answer.append("changedNothing", .strings(idle)) }
    return .json(.object(answer))
  }
}
