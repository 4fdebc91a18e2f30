import Expectations
import Foundation
import SQLite
import Testing

@testable import Directory

/// The list of tables in docs/architecture.md and the schema name the same tables.
struct StoreTableTests {
  @Test func thePageListsEveryTable() throws {
    let database = try SQLiteConnection(path: ":memory:")
    for step in Schema.migrations { try database.execute(step) }
    let tables = try database.query("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'") {
      $0.text(0)
    }
    let page = try String(
      contentsOf: URL(filePath: #filePath).appending(path: "../../../docs/architecture.md").standardized,
      encoding: .utf8)
    let lines = page.components(separatedBy: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| table | one row is |") })
    let rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }
    expectEqual(rows.compactMap { $0.components(separatedBy: "`").dropFirst().first }.sorted(), tables.sorted())
  }
}
