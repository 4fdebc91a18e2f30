import JSON
import Scenarios

/// What was expected, held against what happened.
enum VerificationHandlers {
  /// `{"ok": false, "expectations": [{"met": false, "found": 0, "text": …}]}`. The status is 200 either way: the question
  /// was answered.
  static func verify(_ call: ControlCall) throws -> ControlAnswer {
    let results = ExpectationCheck.evaluate(call.world.scenario.expectations, call.world.journal.exchanges)
    return .json([
      "ok": .bool(results.allSatisfy(\.isMet)),
      "expectations": .array(
        results.map { ["met": .bool($0.isMet), "found": .integer(Int64($0.found)), "text": .string($0.sentence)] }),
    ])
  }
}
