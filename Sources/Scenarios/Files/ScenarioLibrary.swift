import Bytes
import CFiles
package import Worlds

/// The scenarios that are compiled into the program. `load` also reads those in files.
package enum ScenarioLibrary {
  /// The library has no scenario of that name.
  package struct UnknownName: Error, Sendable, Hashable, CustomStringConvertible {
    /// As the caller gave it.
    package let name: String

    package var description: String {
      let hint = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "."
      return "there is no scenario '\(name)'\(hint) 'mockidp scenario list' names all. "
        + "A file is given by its path, such as ./\(name.isEmpty ? "my" : name).yaml"
    }
  }

  /// The names grouped by what the scenarios are about, in the order of the library's page in the documentation.
  package static let themes: [(title: String, names: [String])] = files.reduce(into: []) { themes, file in
    let title = file.kind.map { String(cString: $0) } ?? ""
    if themes.last?.title != title { themes.append((title, [])) }
    themes[themes.count - 1].names.append(String(cString: file.name))
  }

  /// The names in the library, in alphabetical order.
  package static let names = themes.flatMap(\.names).sorted()

  /// The scenario's file as it was written. Nil when the library has no scenario of that name.
  package static func text(named name: String) -> String? {
    files.first { String(cString: $0.name) == name }.map { String(cString: $0.text) }
  }

  private static var files: UnsafeBufferPointer<mockidp_file> {
    let files = mockidp_scenarios()
    return UnsafeBufferPointer(start: files.first, count: files.count)
  }

  /// Whether the text is a path, because it has a slash or the ending of a YAML or JSON file. Any other text is a name
  /// of the library.
  package static func isPath(_ nameOrPath: String) -> Bool {
    nameOrPath.utf8.contains(0x2F) || [".yaml", ".yml", ".json"].contains { nameOrPath.hasSuffix($0) }
  }

  /// The scenario of that name in the library, or in the file at that path, which `reading` reads.
  /// The apps of `standIns` take the places of seeded ones in it.
  /// - Throws: `UnknownName`, `ScenarioError`, or what `reading` throws.
  package static func load(
    _ nameOrPath: String, standIns: [StandIn] = [], reading: @escaping (String) throws -> [UInt8]
  ) throws -> Scenario {
    if isPath(nameOrPath) {
      let document = try ScenarioDecoder.document(try reading(nameOrPath), file: nameOrPath)
      return try ScenarioDecoder.scenario(
        from: standIns.reduce(document) { $1.applied(to: $0) }, file: nameOrPath,
        extending: ScenarioBases(of: nameOrPath, reading: reading))
    }
    guard let text = text(named: nameOrPath) else { throw UnknownName(name: nameOrPath) }
    guard standIns.isEmpty else {
      return try ScenarioDecoder.scenario(from: StandIn.document(nameOrPath, standIns), file: "--app")
    }
    return try ScenarioDecoder.scenario(
      from: Array(text.utf8), file: "scenarios/\(nameOrPath).yaml", extending: ScenarioBases(ofLibrary: nameOrPath))
  }
}
