import Foundation
import Testing

/// The pages for people who change mockidp send them to files and types. A file that moved or a type with a new name makes the page
/// wrong, and no link checker sees it.
struct ContributorPageTests {
  /// Names of Swift and of the system, which no file here declares.
  private static let foreign: Set<String> = [
    "Codable", "Dispatch", "Foundation", "Mutex", "StaticString", "Synchronization", "URLSession",
  ]

  struct Name: CustomTestStringConvertible, Sendable {
    let page: String
    let text: String
    var testDescription: String { "\(page): \(text)" }
  }

  /// What stands in backticks on a page, outside its code blocks.
  private static let names: [Name] = ["docs/architecture.md", "CONTRIBUTING.md"].flatMap { page in
    let parts = ((try? SourceTree.page(page)) ?? "").components(separatedBy: "```")
    let prose = parts.indices.filter { $0 % 2 == 0 }.map { parts[$0] }.joined()
    let spans = prose.components(separatedBy: "`")
    return Set(spans.indices.filter { $0 % 2 == 1 }.map { spans[$0] }).sorted().map { Name(page: page, text: $0) }
  }

  private static let paths = names.filter { name in
    let isAddress = name.text.hasPrefix("/") || name.text.hasPrefix(".build/") || name.text.hasPrefix(".venv/")
    let isPath = name.text.contains("/") || name.text.contains("+") || name.text.hasSuffix("…")
    return !isAddress && !name.text.contains(" ") && (isPath || ["swift", "yaml", "md"].contains(fileType(name.text)))
  }

  /// Words with a capital in front, alone or with a member behind a dot.
  private static let types = names.filter { name in
    let parts = name.text.components(separatedBy: ".")
    return parts.count <= 2 && fileType(name.text) != "swift" && fileType(name.text) != "md"
      && (parts[0].first?.isUppercase ?? false)
      && parts.allSatisfy { part in part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } }
  }

  private static func fileType(_ name: String) -> String { (name as NSString).pathExtension }

  @Test func thePagesAreRead() {
    #expect(Self.paths.contains { $0.text == "Sources/Pages" })
    #expect(Self.types.contains { $0.text == "KeyRing" })
    #expect(Self.types.contains { $0.text.contains(".") })
  }

  @Test(arguments: paths)
  func aPathIsInTheTree(_ name: Name) throws {
    let tree = try SourceTree.shared.get()
    #expect(
      tree.has(path: name.text) || tree.has(path: name.text + ".swift"),
      "\(name.page) names \(name.text), which is not there")
  }

  @Test(arguments: types)
  func aTypeIsDeclared(_ name: Name) throws {
    let tree = try SourceTree.shared.get()
    let parts = name.text.components(separatedBy: ".")
    // A target or a folder of the tree may be named as well.
    let isKnown = Self.foreign.contains(parts[0]) || tree.declares(type: parts[0]) || tree.has(path: name.text)
    #expect(isKnown, "\(name.page) names \(name.text), which no file declares")
    guard parts.count == 2 else { return }
    #expect(tree.declares(parts[1], of: parts[0]), "\(name.page) names \(name.text), which \(parts[0]) does not have")
  }
}
