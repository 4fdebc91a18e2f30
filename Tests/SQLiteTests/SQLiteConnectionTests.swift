import SQLite
import Synchronization
import Testing

@Suite struct SQLiteConnectionTests {
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
    #expect(row?[0] == value)
  }

  @Test func changedRowsAreCounted() throws {
    let connection = try connection()
    #expect(try connection.run("INSERT INTO item (name) VALUES (?), (?)", "a", "b") == 2)
    #expect(try connection.run("UPDATE item SET name = name || ?", "!") == 2)
    #expect(try connection.run("DELETE FROM item WHERE name = ?", "none") == 0)
    #expect(try connection.run("CREATE TABLE other (id)") == 0)
    #expect(try connection.rows("SELECT name FROM item ORDER BY id").map { $0.text(0) } == ["a!", "b!"])
  }

  @Test func columnsAreReadByTypeAndNullIsToldApart() throws {
    let connection = try connection()
    try connection.run("INSERT INTO item VALUES (?, ?, ?, ?)", 7, nil, .blob([1, 2]), 2.5)
    let row = try #require(try connection.first("SELECT * FROM item"))
    #expect(row.int(0) == 7)
    #expect(row.bool(0))
    #expect(row.text(1).isEmpty)
    #expect(row.optionalText(1) == nil)
    #expect(row.blob(2) == [1, 2])
    #expect(row.double(3) == 2.5)
    #expect(row.optionalInt(3) == nil)
    #expect(row[99] == .null)
    #expect(row[-1] == .null)
  }

  @Test func aReturningStatementReadOnceIsCommitted() throws {
    let connection = try connection()
    try connection.run("INSERT INTO item (name) VALUES ('a'), ('b')")
    #expect(try connection.first("UPDATE item SET weight = 1 RETURNING name")?.text(0) == "a")
    #expect(try connection.first("SELECT count(*) FROM item WHERE weight = 1")?.int(0) == 2)
  }

  @Test func aStatementInUseIsNotLentTwice() throws {
    let connection = try connection()
    try connection.run("INSERT INTO item (name) VALUES ('a'), ('b')")
    let sql = "SELECT name FROM item ORDER BY id"
    let pairs = try connection.query(sql) { outer in
      (try? connection.rows(sql).map { outer.text(0) + $0.text(0) }) ?? []
    }
    #expect(pairs == [["aa", "ab"], ["ba", "bb"]])
  }

  @Test func aCachedStatementSurvivesASchemaChange() throws {
    let connection = try connection()
    let sql = "SELECT count(*) FROM item"
    #expect(try connection.first(sql)?.int(0) == 0)
    try connection.execute("ALTER TABLE item ADD COLUMN more TEXT; INSERT INTO item (name) VALUES ('a')")
    #expect(try connection.first(sql)?.int(0) == 1)
    // More texts than the cache holds.
    for number in 0..<600 { #expect(try connection.first("SELECT \(number)")?.int(0) == number) }
    #expect(try connection.first(sql)?.int(0) == 1)
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
    #expect(try connection.rows("SELECT name FROM item ORDER BY id").map { $0.text(0) } == ["outer", "after"])
  }

  @Test func aMutexLendsTheConnection() throws {
    let database = Mutex(try connection())
    let count = try database.withLock { connection throws(SQLiteError) in
      try connection.run("INSERT INTO item (name) VALUES (?)", "a")
    }
    #expect(count == 1)
  }
}
