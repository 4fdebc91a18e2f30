import Foundation

/// The files of the project as the tests find them, for pages that name files and types.
struct SourceTree {
  static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized.path

  /// The tree is read once for all tests.
  static let shared = Result { try SourceTree() }

  /// Every file and folder, as a path from the project's root.
  let paths: Set<String>
  /// Every name that comes after `struct`, `enum` or another word of that kind, with the text of the files that declare or
  /// extend it.
  private let declarations: [String: [String]]

  private init() throws {
    var paths: Set<String> = []
    var declarations: [String: [String]] = [:]
    let declaration = try NSRegularExpression(
      pattern: #"\b(?:struct|final class|class|enum|protocol|actor|typealias|extension) ([A-Z][A-Za-z0-9]*)"#)
    let places = FileManager.default.enumerator(atPath: Self.root)
    while let path = places?.nextObject() as? String {
      // What a build makes is not part of the tree.
      if path.hasPrefix("."), path != ".ci", !path.hasPrefix(".ci/") {
        places?.skipDescendants()
        continue
      }
      paths.insert(path)
      guard path.hasSuffix(".swift") else { continue }
      let text = try String(contentsOfFile: Self.root + "/" + path, encoding: .utf8)
      let names = declaration.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
        Range($0.range(at: 1), in: text).map { String(text[$0]) }
      }
      for name in Set(names) { declarations[name, default: []].append(text) }
    }
    self.paths = paths
    self.declarations = declarations
  }

  static func page(_ path: String) throws -> String { try String(contentsOfFile: root + "/" + path, encoding: .utf8) }

  /// Whether a page's path is there: from the root, or as the end of a longer path, as `SignIn/PasswordPage.swift` is. `…`
  /// stands for any end.
  func has(path: String) -> Bool {
    var wanted = path
    if wanted.hasSuffix("/") { wanted.removeLast() }
    if wanted.hasSuffix("…") {
      wanted.removeLast()
      return paths.contains { $0.hasPrefix(wanted) || $0.contains("/" + wanted) }
    }
    return paths.contains(wanted) || paths.contains { $0.hasSuffix("/" + wanted) }
  }

  func declares(type: String) -> Bool { declarations[type] != nil }

  /// Whether a file that declares or extends the type declares that member.
  func declares(_ member: String, of type: String) -> Bool {
    let words = ["let", "var", "func", "case"].map { "\($0) \(member)" }
    return declarations[type]?.contains { text in words.contains { text.contains($0) } } ?? false
  }
}
