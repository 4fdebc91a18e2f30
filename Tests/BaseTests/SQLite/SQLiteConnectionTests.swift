import Expectations
import SQLite
import Synchronization
import Testing

struct SQLiteConnectionTests {
  private func connection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT UNIQUE, data BLOB, weight REAL) STRICT")
    return connection
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .real(1.5), .text(""), .text("na\u{EF}ve \u{1F511} \u{0} end"), .blob([]),
      .blob([0, 255, 0]),
    ] as [SQLiteValue])
  func valuesComeBackAsTheyWere(_ value: SQLiteValue) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    let row = try connection.first("SELECT ?, typeof(?1)", value)
    expectEqual(row?[0], value)
  }

  @Test func changedRowsAreCounted() throws {
    let connection = try connection()
    try expectEqual(connection.run("INSERT INTO item (name) VALUES (?), (?)", "a", "b"), 2)
    try expectEqual(connection.run("UPDATE item SET name = name || ?", "!"), 2)
    try expectEqual(connection.run("DELETE FROM item WHERE name = ?", "none"), 0)
    try expectEqual(connection.run("CREATE TABLE other (id)"), 0)
    try expectEqual(connection.rows("SELECT name FROM item ORDER BY id").map { $0.text(0) }, ["a!", "b!"])
  }

  @Test func columnsAreReadByTypeAndNullIsToldApart() throws {
    let connection = try connection()
    try connection.run("INSERT INTO item VALUES (?, ?, ?, ?)", 7, nil, .blob([1, 2]), 2.5)
    let row = try #require(try connection.first("SELECT * FROM item"))
    expectEqual(row.int(0), 7)
    #expect(row.bool(0))
    #expect(row.text(1).isEmpty)
    expectNil(row.optionalText(1))
    expectEqual(row.blob(2), [1, 2])
    expectEqual(row.double(3), 2.5)
    expectNil(row.optionalInt(3))
    expectEqual(row[99], .null)
    expectEqual(row[-1], .null)
  }

  @Test func aReturningStatementReadOnceIsCommitted() throws {
    let connection = try connection()
    try connection.run("INSERT INTO item (name) VALUES ('a'), ('b')")
    try expectEqual(connection.first("UPDATE item SET weight = 1 RETURNING name")?.text(0), "a")
    try expectEqual(connection.first("SELECT count(*) FROM item WHERE weight = 1")?.int(0), 2)
  }

  @Test func aStatementInUseIsNotLentTwice() throws {
    let connection = try connection()
    try connection.run("INSERT INTO item (name) VALUES ('a'), ('b')")
    let sql = "SELECT name FROM item ORDER BY id"
    let pairs = try connection.query(sql) { outer in
      (try? connection.rows(sql).map { outer.text(0) + $0.text(0) }) ?? []
    }
    expectEqual(pairs, [["aa", "ab"], ["ba", "bb"]])
  }

  @Test func aCachedStatementSurvivesASchemaChange() throws {
    let connection = try connection()
    let sql = "SELECT count(*) FROM item"
    try expectEqual(connection.first(sql)?.int(0), 0)
    try connection.execute("ALTER TABLE item ADD COLUMN more TEXT; INSERT INTO item (name) VALUES ('a')")
    try expectEqual(connection.first(sql)?.int(0), 1)
    // More texts than the cache holds.
    for number in 0..<600 { try expectEqual(connection.first("SELECT \(number)")?.int(0), number) }
    try expectEqual(connection.first(sql)?.int(0), 1)
  }

  @Test func aTransactionHappensWholeOrNotAtAll() throws {
    let connection = try connection()
    let sql = "INSERT INTO item (name) VALUES (?)"
    #expect(throws: SQLiteError.self) {
      try connection.transaction { () throws(SQLiteError) in
        try connection.run(sql, "kept?")
        try connection.run(sql, "kept?")
      }
    }
    try connection.transaction { () throws(SQLiteError) in
      try connection.run(sql, "outer")
      _ = try? connection.transaction { () throws(SQLiteError) in
        try connection.run(sql, "inner")
        try connection.run(sql, "outer")
      }
      try connection.run(sql, "after")
    }
    try expectEqual(connection.rows("SELECT name FROM item ORDER BY id").map { $0.text(0) }, ["outer", "after"])
  }

  @Test func aMutexLendsTheConnection() throws {
    let database = Mutex(try connection())
    let count = try database.withLock { connection throws(SQLiteError) in
      try connection.run("INSERT INTO item (name) VALUES (?)", "a")
    }
    expectEqual(count, 1)
  }
}
