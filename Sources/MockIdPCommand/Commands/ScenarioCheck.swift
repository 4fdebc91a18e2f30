import JSON
import Scenarios
import Worlds

/// The result of reading one scenario file.
struct ScenarioCheck {
  let file: String
  private let result: Result<Scenario, any Error>

  init(_ file: String) {
    self.file = file
    result = Result {
      try ScenarioDecoder.scenario(
        from: try TextFile.bytes(file), file: file, extending: ScenarioBases(of: file) { try TextFile.bytes($0) })
    }
  }

  var isGood: Bool { if case .success = result { true } else { false } }

  /// Whether the file could be read and has a mistake.
  var isRefused: Bool { if case .failure(let error) = result { error is ScenarioError } else { false } }

  /// One line for the terminal. Errors of the decoder begin with file, line and column, which editors turn into
  /// links.
  var line: String {
    switch result {
    case .success(let scenario):
      "\(file): \(scenario.name), \(scenario.rules.count) rules, \(scenario.expectations.count) expected"
    case .failure(let error): error is ScenarioError ? "\(error)" : "mockidp: \(error)"
    }
  }

  var json: JSONValue {
    var members: JSONObject = ["file": .string(file), "ok": .bool(isGood)]
    switch result {
    case .success(let scenario):
      members.append("scenario", .string(scenario.name))
      members.append("rules", .integer(Int64(scenario.rules.count)))
      members.append("expectations", .integer(Int64(scenario.expectations.count)))
    case .failure(let error as ScenarioError):
      // A mistake may be in a file that this one extends.
      members.append(
        "error",
        [
          "file": .string(error.file), "line": .integer(Int64(error.line)), "column": .integer(Int64(error.column)),
          "message": .string(error.sentence),
        ])
    case .failure(let error): members.append("error", ["message": .string("\(error)")])
    }
    return .object(members)
  }
}
