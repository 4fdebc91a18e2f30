import Expectations
import Foundation
import SQLite
import Testing

struct SQLiteErrorTests {
  /// A directory that is gone when the test is over.
  private func withDirectory(_ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-tests-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path)
  }

  private func error(_ body: () throws -> Void) -> SQLiteError? {
    do {
      try body()
      return nil
    } catch { return error as? SQLiteError }
  }

  struct Case: CustomTestStringConvertible {
    let sql: String
    let values: [SQLiteValue]
    let message: String
    let testDescription: String
  }

  @Test(arguments: [
    Case(sql: "SELEC 1", values: [], message: "near \"SELEC\": syntax error", testDescription: "no SQL"),
    Case(sql: "  ", values: [], message: "there is no statement", testDescription: "nothing"),
    Case(
      sql: "SELECT 1; SELECT 2", values: [], message: "there is more than one statement",
      testDescription: "the second would be left out"),
    Case(sql: "SELECT ?, ?", values: [1], message: "1 values for 2 parameters", testDescription: "too few values"),
    Case(sql: "SELECT 1", values: [1], message: "1 values for 0 parameters", testDescription: "too many values"),
    Case(sql: "SELECT \"text\"", values: [], message: "no such column: text", testDescription: "quotes make a name"),
  ])
  func statementsAreRefused(_ c: Case) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let error = error { try connection.run(c.sql, with: c.values) }
    expectEqual(error?.message, c.message)
    expectEqual(error?.sql, c.sql)
  }

  @Test func constraintsAreToldApart() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE a (id TEXT PRIMARY KEY, n TEXT UNIQUE NOT NULL); CREATE TABLE b (a TEXT REFERENCES a(id))")
    try connection.run("INSERT INTO a VALUES ('1', 'x')")
    let unique = error { try connection.run("INSERT INTO a VALUES ('2', 'x')") }
    let primary = error { try connection.run("INSERT INTO a VALUES ('1', 'y')") }
    let notNull = error { try connection.run("INSERT INTO a VALUES ('3', NULL)") }
    let foreign = error { try connection.run("INSERT INTO b VALUES ('none')") }
    expectEqual(unique?.isUniqueViolation, true)
    expectEqual(primary?.isUniqueViolation, true)
    expectEqual(notNull?.isUniqueViolation, false)
    expectEqual(notNull?.isConstraint, true)
    expectEqual(foreign?.isConstraint, true)
    // The connection and its statements go on.
    try expectEqual(connection.run("INSERT INTO a VALUES ('2', 'y')"), 1)
  }

  @Test func aLockHeldElsewhereIsBusy() throws {
    try withDirectory { directory in
      let first = try SQLiteConnection(path: directory + "/a.db")
      let second = try SQLiteConnection(path: directory + "/a.db")
      try first.useWriteAheadLog()
      try first.execute("CREATE TABLE t (x); BEGIN IMMEDIATE")
      expectEqual(error { try second.run("INSERT INTO t VALUES (1)") }?.isBusy, true)
      expectEqual(error { try second.transaction { () throws(SQLiteError) in } }?.isBusy, true)
      try first.execute("COMMIT")
      try expectEqual(second.run("INSERT INTO t VALUES (1)"), 1)
    }
  }

  @Test func filesThatAreNoDatabaseAreRefused() throws {
    try withDirectory { directory in
      try Data("certainly no database, however long it may be".utf8).write(
        to: URL(fileURLWithPath: directory + "/text"))
      let text = try SQLiteConnection(path: directory + "/text")
      expectEqual(error { _ = try text.rows("SELECT * FROM sqlite_schema") }?.isNotADatabase, true)
      expectEqual(error { _ = try SQLiteConnection(path: directory + "/none/a.db") }?.isCannotOpen, true)
      expectEqual(error { _ = try SQLiteConnection(path: directory) }?.isCannotOpen, true)
    }
  }

  @Test func aFullDatabaseIsToldApart() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE t (x)")
    _ = try connection.first("PRAGMA max_page_count = 4")
    let error = error { try connection.run("INSERT INTO t VALUES (zeroblob(100000))") }
    expectEqual(error?.isFull, true)
  }
}
