package import JSON
package import SQLite

/// What is kept beside the rows of a world.
extension Store {
  /// Whether what is written outlives the process.
  package var isKept: Bool { database.isFile }

  /// Keeps what the world has in memory, in the place of what was kept before.
  package func saveMemory(_ memory: JSONValue) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run("UPDATE world SET memory = ? WHERE id = ?", .text(memory.text), .integer(world))
    }
  }

  /// What was kept last; nil for nothing.
  package func memory() throws -> JSONValue? {
    let row = try database.use { connection throws(SQLiteError) in
      try connection.first("SELECT memory FROM world WHERE id = ?", .integer(world))
    }
    return try row?.optionalText(0).map { try JSONValue.parse($0) }
  }
}

extension Database {
  /// Counts a start of a server on this database and tells how many there were before. With `isNew` it is the first one again.
  package func countStart(isNew: Bool) throws(SQLiteError) -> Int64 {
    try use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        let known = isNew ? nil : try connection.first("SELECT starts FROM server WHERE id = 1")?.int64(0)
        let starts = known ?? 0
        try connection.run("INSERT OR REPLACE INTO server (id, starts) VALUES (1, ?)", .integer(starts + 1))
        return starts
      }
    }
  }
}
