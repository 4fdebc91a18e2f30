import Scenarios

/// Finds scenarios by what a person types.
enum ScenarioSource {
  static let defaultName = "happy-path"

  /// A scenario of the library by its name, or the file of that path.
  static func scenario(_ nameOrPath: String) throws -> Scenario {
    try ScenarioLibrary.load(nameOrPath) { try TextFile.bytes($0) }
  }
}
