import Bytes

/// The scenarios that are compiled in, and the way to those in files.
package enum ScenarioLibrary {
  /// A name that no scenario of the library has.
  package struct UnknownName: Error, Sendable, Hashable, CustomStringConvertible {
    package let name: String

    package var description: String {
      let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "."
      return "there is no scenario '\(name)'\(hint) 'mockidp scenario list' names all. "
        + "A file is given by its path, such as ./\(name.isEmpty ? "my" : name).yaml"
    }
  }

  /// The names in the library.
  package static var names: [String] { BundledScenarios.all.map(\.name) }

  /// The names by what the scenarios are about, in the order of the library's page.
  package static var themes: [(title: String, names: [String])] { BundledScenarios.themes }

  /// The file of that name as it was written; nil when there is none.
  package static func text(named name: String) -> String? { BundledScenarios.all.first { $0.name == name }?.text }

  /// Whether what a person typed for a scenario is a path and no name.
  package static func isPath(_ nameOrPath: String) -> Bool {
    nameOrPath.utf8.contains(0x2F) || [".yaml", ".yml", ".json"].contains { nameOrPath.hasSuffix($0) }
  }

  /// The scenario of that name, or of the file at that path, which `reading` reads. Throws `UnknownName`, `ScenarioError`
  /// or what `reading` throws.
  package static func load(_ nameOrPath: String, reading: (String) throws -> [UInt8]) throws -> Scenario {
    if isPath(nameOrPath) {
      let text = try reading(nameOrPath)
      return try withoutActuallyEscaping(reading) { reading in
        try ScenarioDecoder.scenario(
          from: text, file: nameOrPath, extending: ScenarioBases(of: nameOrPath, reading: reading))
      }
    }
    guard let text = text(named: nameOrPath) else { throw UnknownName(name: nameOrPath) }
    return try ScenarioDecoder.scenario(
      from: Array(text.utf8), file: "scenarios/\(nameOrPath).yaml", extending: ScenarioBases(ofLibrary: nameOrPath))
  }
}
