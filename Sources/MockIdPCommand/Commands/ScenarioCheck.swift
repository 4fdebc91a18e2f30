import JSON
import Scenarios
import Worlds

/// The result of reading one scenario file.
struct ScenarioCheck {
  private enum Result {
    case scenario(Scenario)
    /// Never empty.
    case mistakes([ScenarioError])
    /// The file cannot be read.
    case unreadable(any Error)
  }

  let file: String
  private let result: Result

  init(_ file: String) {
    self.file = file
    do {
      let text = try TextFile.bytes(file)
      let bases = ScenarioBases(of: file) { try TextFile.bytes($0) }
      do throws(ScenarioError) {
        result = .scenario(try ScenarioDecoder.scenario(from: text, file: file, extending: bases))
      } catch {
        let mistakes = ScenarioDecoder.mistakes(in: text, file: file, extending: bases)
        result = .mistakes(mistakes.isEmpty ? [error] : mistakes)
      }
    } catch { result = .unreadable(error) }
  }

  var isGood: Bool { if case .scenario = result { true } else { false } }

  /// Whether the file could be read and has a mistake.
  var isRefused: Bool { if case .mistakes = result { true } else { false } }

  /// The lines for the terminal, one for each mistake. Mistakes begin with file, line and column, which editors turn into
  /// links.
  var lines: [String] {
    switch result {
    case .scenario(let scenario):
      ["\(file): \(scenario.name), \(scenario.rules.count) rules, \(scenario.expectations.count) expected"]
        + ScenarioWarnings.of(scenario).map { "\(file): warning: \($0)" }
    case .mistakes(let mistakes): mistakes.map { "\($0)" }
    case .unreadable(let error): ["mockidp: \(error)"]
    }
  }

  var json: JSONValue {
    var members: JSONObject = ["file": .string(file), "ok": .bool(isGood)]
    switch result {
    case .scenario(let scenario):
      members.append("scenario", .string(scenario.name))
      members.append("rules", .integer(Int64(scenario.rules.count)))
      members.append("expectations", .integer(Int64(scenario.expectations.count)))
      let warnings = ScenarioWarnings.of(scenario)
      if !warnings.isEmpty { members.append("warnings", .strings(warnings)) }
    case .mistakes(let mistakes):
      let values = mistakes.map(Self.json)
      if let first = values.first { members.append("error", first) }
      if values.count > 1 { members.append("errors", .array(values)) }
    case .unreadable(let error): members.append("error", ["message": .string("\(error)")])
    }
    return .object(members)
  }

  /// A mistake may be in a file that the checked one extends.
  private static func json(_ mistake: ScenarioError) -> JSONValue {
    [
      "file": .string(mistake.file), "line": .integer(Int64(mistake.line)), "column": .integer(Int64(mistake.column)),
      "message": .string(mistake.sentence),
    ]
  }
}
