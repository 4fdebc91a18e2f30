import Worlds
import YAML

/// Finds the scenarios that `extends` names. It knows the chain of scenarios that are being read, so that none can extend itself.
package struct ScenarioBases {
  /// The scenarios of the library only, for a text without a place of its own, such as the body of a call.
  package static var library: ScenarioBases { ScenarioBases(file: nil, reading: nil) }

  /// How many scenarios may extend one another.
  private static let maximumDepth = 16

  private let file: String?
  private let reading: ((String) throws -> [UInt8])?
  /// The scenarios that are being read, by the names that errors use, the outermost first.
  private let chain: [String]

  /// For a scenario file: the scenarios of the library, and files by paths relative to the folder of `file`. `reading`
  /// reads a file.
  package init(of file: String, reading: @escaping (String) throws -> [UInt8]) {
    self.init(file: file, reading: reading, chain: [Self.path(file, from: "")])
  }

  /// For a scenario of the library, which may extend other scenarios of the library.
  package init(ofLibrary name: String) { self.init(file: nil, reading: nil, chain: [Self.label(name)]) }

  private init(file: String?, reading: ((String) throws -> [UInt8])?, chain: [String] = []) {
    self.file = file
    self.reading = reading
    self.chain = chain
  }

  /// The scenario that `extends` names.
  /// - Throws: `ScenarioError` for an unknown name, an unreadable file, a circle, or too long a chain.
  func scenario(_ value: FileValue) throws(ScenarioError) -> (scenario: Scenario, patch: WorldPatch) {
    let name = try value.text("a scenario's name or path")
    guard ScenarioLibrary.isPath(name) else {
      guard let text = ScenarioLibrary.text(named: name) else {
        throw value.error(FileValue.unknown("scenario", name, among: ScenarioLibrary.names))
      }
      return try scenario(from: Array(text.utf8), label: Self.label(name), value, reading: nil)
    }
    guard let reading else { throw value.error("'\(name)' is a file, and only a file can extend one; give a name") }
    let path = Self.path(name, from: file ?? "")
    let text: [UInt8]
    do {
      text = try reading(path)
    } catch {
      throw value.error("\(error)")
    }
    return try scenario(from: text, label: path, value, reading: reading)
  }

  /// The document with the certificates and the metadata that it names by files. A text without a place of its own names none: it is
  /// refused where its words are read.
  func inliningCertificates(_ root: YAMLNode, file: String) throws(ScenarioError) -> YAMLNode {
    guard let reading else { return root }
    return try root.inliningCertificates(file: file) { node throws(ScenarioError) in
      let value = FileValue(node: node, key: "file", file: file)
      let path = Self.path(try value.text("a file's name"), from: self.file ?? "")
      do {
        return String(decoding: try reading(path), as: UTF8.self)
      } catch { throw value.error("\(error)") }
    }
  }

  private func scenario(
    from text: [UInt8], label: String, _ value: FileValue, reading: ((String) throws -> [UInt8])?
  ) throws(ScenarioError) -> (scenario: Scenario, patch: WorldPatch) {
    guard !chain.contains(label) else {
      throw value.error("'extends' goes round in a circle: " + (chain + [label]).joined(separator: " → "))
    }
    guard chain.count < Self.maximumDepth else {
      throw value.error("more than \(Self.maximumDepth) scenarios extend one another")
    }
    let bases = ScenarioBases(file: label, reading: reading, chain: chain + [label])
    return try ScenarioDecoder.read(ScenarioDecoder.document(text, file: label), file: label, extending: bases)
  }

  private static func label(_ name: String) -> String { "scenarios/\(name).yaml" }

  /// `path` relative to the folder of `file`. It has no `.`, and no `..` except at its start.
  static func path(_ path: String, from file: String) -> String {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) + "/" } ?? ""
    let whole = path.hasPrefix("/") ? path : folder + path
    var parts: [Substring] = []
    for part in whole.split(separator: "/") {
      switch part {
      case ".": break
      case ".." where parts.last != nil && parts.last != "..": parts.removeLast()
      default: parts.append(part)
      }
    }
    return (whole.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
