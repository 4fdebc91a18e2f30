import Scenarios
import Worlds

/// Finds the scenario that the user names.
enum ScenarioSource {
  static let defaultName = "happy-path"

  /// The scenario of the library with that name, or the file with that path.
  static func scenario(_ nameOrPath: String) throws -> Scenario {
    try ScenarioLibrary.load(nameOrPath) { try TextFile.bytes($0) }
  }
}
