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

/// Parts of the paths that the caller gives, with `/` between folders.
enum PathName {
  static func last(of path: String) -> String { path.pathParts.last ?? path }

  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: 0x2F).map { String(path[..<$0]) } ?? ""
  }

  /// The name without `.example` and its like at the end.
  static func withoutExample(_ name: String) -> String {
    for ending in [".example", ".sample", ".template", ".dist", ".tmpl", ".default"] where name.hasSuffix(ending) {
      return String(name.dropLast(ending.utf8.count))
    }
    return name
  }

  static func isExample(_ small: String) -> Bool {
    ["example", "sample", "template", ".dist", ".default"].contains { small.firstPlace(of: $0) != nil }
  }

  /// Whether the folder is this one or above it.
  static func isInside(_ path: String, of folder: String) -> Bool {
    let (bytes, count) = (path.utf8, folder.utf8.count)
    return count == 0
      || path.hasPrefix(folder)
        && (bytes.count == count || bytes[bytes.index(bytes.startIndex, offsetBy: count)] == 0x2F)
  }

  /// The nearest of these folders that the path is in. Nil when it is in none of them.
  static func nearest(to path: String, among folders: Set<String>) -> String? {
    var folder = path
    while !folder.isEmpty, !folders.contains(folder) { folder = Self.folder(of: folder) }
    return folders.contains(folder) ? folder : nil
  }

  /// How many folders two paths have in common.
  static func shared(_ left: String, _ right: String) -> Int {
    zip(left.pathParts, right.pathParts).prefix { $0 == $1 }.count
  }

  /// The path that `relative` names from `folder`; both kinds of slashes count.
  static func joined(_ folder: String, _ relative: String) -> String {
    var parts = folder.pathParts
    for part in relative.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }
}
