import Expectations
import SQLite
import Testing

@Suite("The count of changes to a table") struct ChangeCountTests {
  private static func connection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE watched (id INTEGER PRIMARY KEY, name TEXT) STRICT, WITHOUT ROWID;
      CREATE TABLE other (id INTEGER PRIMARY KEY, name TEXT) STRICT;
      INSERT INTO watched VALUES (1, 'a'), (2, 'b');
      INSERT INTO other VALUES (1, 'a');
      """)
    return connection
  }

  @Test(
    "grows with each row, whatever statement it is",
    arguments: [
      ("INSERT INTO watched VALUES (3, 'c'), (4, 'd')", 2),
      ("INSERT INTO watched VALUES (1, 'c') ON CONFLICT (id) DO UPDATE SET name = excluded.name", 1),
      ("INSERT OR REPLACE INTO watched VALUES (1, 'c')", 1),
      ("UPDATE watched SET name = name || '!'", 2),
      ("UPDATE watched SET name = name WHERE id = 1", 1),
      ("DELETE FROM watched WHERE id = 1", 1),
      ("DELETE FROM watched", 2),
      ("DELETE FROM watched WHERE id = 9", 0),
      ("SELECT * FROM watched", 0),
      ("UPDATE other SET name = 'b'; DELETE FROM other; INSERT INTO other VALUES (7, 'x')", 0),
    ])
  func grows(_ statement: String, _ changes: UInt64) throws {
    let connection = try Self.connection()
    let count = try connection.countChanges(of: "watched")
    expectEqual(count.value, 0)
    try connection.execute(statement)
    expectEqual(count.value, changes)
  }

  @Test("counts what is taken back, too") func takenBack() throws {
    let connection = try Self.connection()
    let count = try connection.countChanges(of: "watched")
    _ = try? connection.transaction { () throws(SQLiteError) in
      try connection.run("DELETE FROM watched")
      throw SQLiteError.corrupt("enough")
    }
    try expectEqual(connection.rows("SELECT id FROM watched").count, 2)
    expectEqual(count.value, 2)
  }

  @Test("is in the way of no schema and of no count of changed rows") func isNoPartOfTheDatabase() throws {
    let connection = try Self.connection()
    _ = try connection.countChanges(of: "watched")
    #expect(try connection.rows("SELECT name FROM main.sqlite_schema WHERE type = 'trigger'").isEmpty)
    try expectEqual(connection.run("UPDATE watched SET name = 'z'"), 2)
  }

  @Test("outlives the connection") func outlives() throws {
    var connection: SQLiteConnection? = try Self.connection()
    let count = try connection?.countChanges(of: "watched")
    try connection?.execute("DELETE FROM watched")
    connection = nil
    expectEqual(count?.value, 2)
  }
}
