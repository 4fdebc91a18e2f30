import HTTPWire
import Scenarios
import Worlds

/// Compares expectations with the journal.
enum VerificationHandlers {
  /// The body is `{"expect": […]}`, the list alone, or a scenario file, in JSON or YAML. Without a body the scenario's
  /// own expectations count. The status is 200 also when they are not met, since the question was answered.
  static func verify(_ call: ControlCall) throws -> ControlAnswer {
    let given: [Expectation]?
    do throws(ScenarioError) {
      given = try Expectation.list(from: call.call.request.body, file: "body", in: call.world.directory)
    } catch { throw Problem.badExpectation(error) }
    let results = ExpectationCheck.evaluate(
      given ?? call.world.scenario.expectations, call.world.journal.exchanges)
    return .json(
      VerificationJSON.value(
        results, scenario: call.world.scenario.name, mayLackBefore: call.world.journal.mayLackBefore))
  }
}
