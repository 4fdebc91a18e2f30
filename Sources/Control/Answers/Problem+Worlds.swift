import Scenarios
import Worlds

// MARK: Worlds

extension Problem {
  static let defaultWorld = Self(
    409, "default-world", "The default world stays", "The default world is there as long as the server runs.",
    "POST /_mockidp/v1/reset puts it back to its beginning.")

  static func unknownWorld(_ name: String, known: [String]) -> Self {
    unknownWord("world", name, known: Array(known.prefix(20)), status: 404)
  }

  static func goneWorld(_ name: String) -> Self {
    notFound(
      "world", name,
      "It was removed, or nobody asked for it during its idle time. Make it anew with PUT /_mockidp/v1/worlds/\(name), "
        + "with a longer \"idleTimeout\" if need be.")
  }

  /// No scenario of the library has that name. A path is told apart, since a caller may think that the server reads files.
  static func unknownScenario(_ name: String) -> Self {
    guard ScenarioLibrary.isPath(name) else {
      return unknownWord("scenario", name, known: ScenarioLibrary.names)
    }
    return Self(
      400, "unknown-scenario", "Unknown scenario", "'\(name)' is a path, and the server reads no files.",
      "Send what is in the file: its text, or a mapping. The helpers of test runners take files, each by its own word.")
  }

  /// A scenario is refused. Its place is in the text where the mistake was made.
  static func badScenario(_ error: ScenarioError) -> Self {
    Self(
      400, "bad-scenario", "The scenario is refused",
      "\(error.file), line \(error.line), column \(error.column): \(ended(error.sentence))",
      "Write it as in a scenario file; 'mockidp scenario check FILE' tells the same.")
  }

  init(_ refusal: WorldRegistry.Refusal) {
    switch refusal {
    case .badName(let name):
      self = .badValue(
        "name", found: "\"\(name)\"",
        expected: "up to \(WorldName.maximumLength) small letters, digits and dashes, since it stands in host names, "
          + "and not '\(WorldName.main)'")
    case .taken(let name):
      self.init(
        409, "world-exists", "The world exists", "There is a world '\(name)'.",
        "PUT /_mockidp/v1/worlds/\(name) makes it anew; without a name a free one is taken.")
    case .tooMany(let limit):
      self.init(
        409, "too-many-worlds", "Too many worlds", "There are \(limit) worlds, which is as many as this server keeps.",
        "DELETE those that are done, or give them a shorter \"idleTimeout\".")
    }
  }
}
