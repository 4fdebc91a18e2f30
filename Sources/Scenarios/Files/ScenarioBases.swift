/// Where the scenarios are that others extend, and which are being read, so that none extends itself.
package struct ScenarioBases {
  /// Those of the library: for texts that came without a place of their own.
  package static var library: ScenarioBases { ScenarioBases(file: nil, reading: nil) }

  /// A file may extend no more than so many, one after another.
  private static let maximumDepth = 16

  private let file: String?
  private let reading: ((String) throws -> [UInt8])?
  /// What extends what, by the names errors use, the outermost first.
  private let chain: [String]

  /// Those of the library and files, by paths that start from the folder of `file`.
  package init(of file: String, reading: @escaping (String) throws -> [UInt8]) {
    self.init(file: file, reading: reading, chain: [Self.path(file, from: "")])
  }

  /// The same for a scenario of the library.
  package init(ofLibrary name: String) { self.init(file: nil, reading: nil, chain: [Self.label(name)]) }

  private init(file: String?, reading: ((String) throws -> [UInt8])?, chain: [String] = []) {
    self.file = file
    self.reading = reading
    self.chain = chain
  }

  /// The scenario that `extends` names.
  func scenario(_ value: FileValue) throws(ScenarioError) -> Scenario {
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

  private func scenario(
    from text: [UInt8], label: String, _ value: FileValue, reading: ((String) throws -> [UInt8])?
  ) throws(ScenarioError) -> Scenario {
    guard !chain.contains(label) else {
      throw value.error("'extends' goes round in a circle: " + (chain + [label]).joined(separator: " → "))
    }
    guard chain.count < Self.maximumDepth else {
      throw value.error("more than \(Self.maximumDepth) scenarios extend one another")
    }
    let bases = ScenarioBases(file: label, reading: reading, chain: chain + [label])
    return try ScenarioDecoder.scenario(from: text, file: label, extending: bases)
  }

  private static func label(_ name: String) -> String { "scenarios/\(name).yaml" }

  /// `path` as seen from the folder of `file`, without `.` and, as far as it can be told, without `..`.
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
