import Expectations
import Foundation
import Testing

@testable import Directory
@testable import Graph

/// The page on Graph says of each property what a query may ask of it.
@Suite("Key tables of Graph") struct GraphKeyTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/graph.md").standardized
  private static let types: [ObjectType] = [.user, .group, .application, .servicePrincipal]

  @Test("stand in the page on Graph; RECORD_GOLDENS=1 writes them") func areUpToDate() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    for type in Self.types {
      let begin =
        "<!-- The properties of \(type.name). Written by RECORD_GOLDENS=1 swift test --filter KeyTableTests. -->\n\n"
      let end = "\n<!-- The end of the properties of \(type.name). -->\n"
      let start = try #require(text.range(of: begin)).upperBound
      let stop = try #require(text.range(of: end)).lowerBound
      if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
        text.replaceSubrange(start..<stop, with: Self.table(of: type))
        continue
      }
      expectEqual(String(text[start..<stop]), Self.table(of: type))
    }
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil { try Data(text.utf8).write(to: Self.page) }
  }

  private static func table(of type: ObjectType) -> String {
    let names = Set(type.filterable.keys).union(type.orderable).union(type.orderableWhenAdvanced)
      .union(type.searchable).union(type.keptElsewhere).union(type.countable.keys)
    let lines = names.sorted().map { name in
      let cells = [
        filter(name, of: type), order(name, of: type), type.searchable.contains(name) ? "yes" : "",
        list(name, of: type),
      ]
      return "| `\(name)` | " + cells.joined(separator: " | ") + " |\n"
    }
    return "| property | `$filter` | `$orderby` | `$search` | `$select` in a list |\n| --- | --- | --- | --- | --- |\n"
      + lines.joined()
  }

  private static func filter(_ name: String, of type: ObjectType) -> String {
    let operators = type.filterable[name] ?? type.countable[name] ?? []
    let names = operators.contains(.undocumented) ? ["all"] : operators.names.map { "`\($0)`" }
    let only = type.filterableUnlessAdvanced.contains(name) ? ", not advanced" : ""
    return names.joined(separator: " ") + (type.filterableWhenAdvanced.contains(name) ? ", advanced" : only)
  }

  private static func order(_ name: String, of type: ObjectType) -> String {
    type.orderable.contains(name) ? "yes" : type.orderableWhenAdvanced.contains(name) ? "advanced" : ""
  }

  private static func list(_ name: String, of type: ObjectType) -> String {
    type.keptElsewhere.contains(name) ? "refused" : ""
  }
}
