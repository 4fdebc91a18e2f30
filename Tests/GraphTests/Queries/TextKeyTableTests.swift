import Directory
import Expectations
import Foundation
import Testing

/// The page on Graph says of each property which texts a write is refused for. `WrittenValueTests` writes them.
@Suite("Key tables of texts") struct TextKeyTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/graph.md").standardized
  private static let begin =
    "<!-- The texts that are refused. Written by RECORD_GOLDENS=1 swift test --filter KeyTableTests. -->\n\n"
  private static let end = "\n<!-- The end of the texts that are refused. -->\n"

  @Test("stand in the page on Graph; RECORD_GOLDENS=1 writes them") func areUpToDate() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let start = try #require(text.range(of: Self.begin)).upperBound
    let stop = try #require(text.range(of: Self.end)).lowerBound
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      text.replaceSubrange(start..<stop, with: Self.table)
      try Data(text.utf8).write(to: Self.page)
    } else {
      expectEqual(String(text[start..<stop]), Self.table)
    }
  }

  private static var table: String {
    "| object | property | an empty text | characters at most |\n| --- | --- | --- | --- |\n"
      + (lines("user", User.rows) + lines("group", Group.rows) + lines("application", Application.rows)
      + lines("servicePrincipal", ServicePrincipal.rows)).joined()
  }

  private static func lines<Object>(_ object: String, _ rows: [Property<Object>]) -> [String] {
    rows.filter { isText($0.kind) && !$0.traits.contains(.isReadOnly) && !($0.takesEmptyText && $0.longest == nil) }
      .sorted { $0.name < $1.name }
      .map { row in
        "| \(object) | `\(row.name)` | \(row.takesEmptyText ? "" : "refused") | \(row.longest.map { "\($0)" } ?? "") |\n"
      }
  }

  private static func isText(_ kind: PropertyKind) -> Bool {
    switch kind {
    case .text, .address, .texts, .addresses, .record, .records: true
    default: false
    }
  }
}
