import Bytes
import LooseFormats

/// A file with what its name says.
struct Document: Sendable {
  /// As the report names it: relative to what the user named.
  let path: String
  let text: SourceText
  /// The folder of the project that the file belongs to.
  let project: String
  /// The root of a JSON file. Nil for a file of another form, and for one that is not JSON.
  let json: Node?
  /// Whether a sign of Entra stands anywhere in the file.
  let speaksOfEntra: Bool
  /// Whether a tenant and a client id stand in the file, of whatever provider.
  let mayHaveId: Bool

  init(path: String, text: SourceText, project: String) {
    self.path = path
    self.text = text
    self.project = project
    let ending = ASCII.lowercased(PathName.last(of: path))
    let isJSON = [".json", ".jsonc", ".tfstate", ".json5"].contains { ending.hasSuffix($0) }
    let small = text.bytes.map { ASCII.lowercased($0) }
    speaksOfEntra = EntraSign.isIn(small: small)
    mayHaveId = EntraSign.mayHaveId(small: small)
    json = isJSON || ending.firstPlace(of: ".json.") != nil ? LooseJSON.parse(text) : nil
  }

  var name: String { PathName.last(of: path) }
  var folder: String { PathName.folder(of: path) }

  /// The name in small letters.
  var smallName: String { ASCII.lowercased(name) }

  func hasExtension(_ words: String) -> Bool {
    let small = PathName.withoutExample(smallName)
    return small.utf8.lastIndex(of: 0x2E).map { words.hasWord(String(small[small.index(after: $0)...])) } ?? false
  }

  /// Whether the file is an example that is to be copied and filled in.
  var isExample: Bool { PathName.isExample(smallName) }

  func candidate(_ name: String = "") -> Candidate { Candidate(file: path, project: project, name: name) }

  func place(_ line: Int) -> Place { Place(file: path, line: line) }
}
