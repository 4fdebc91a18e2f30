package import JSON
package import SQLite

/// The data of a world that has no rows of its own.
extension Store {
  /// Whether the store outlives the process.
  package var isKept: Bool { database.isKept }

  /// Seals what only those may read who hold the store's key. Nil: the store is as safe as this process, or has no key.
  package var sealing: Sealing? { database.sealing }

  /// Stores the world's memory (clock, rules, settings) as one document, which replaces the last one.
  package func saveMemory(_ memory: JSONValue) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run("UPDATE world SET memory = ? WHERE id = ?", .text(memory.text), .integer(world))
    }
  }

  /// The document that was stored last. Nil when there is none.
  package func memory() throws -> JSONValue? {
    let row = try database.use { connection throws(SQLiteError) in
      try connection.first("SELECT memory FROM world WHERE id = ?", .integer(world))
    }
    return try row?.optionalText(0).map { try JSONValue.parse($0) }
  }
}

/// Encrypts what stands in a database that others may read.
package struct Sealing: Sendable {
  /// The sealed bytes. Nil when that is not possible.
  package let seal: @Sendable ([UInt8]) -> [UInt8]?
  /// Nil for bytes that another key has sealed.
  package let open: @Sendable ([UInt8]) -> [UInt8]?

  package init(
    seal: @escaping @Sendable ([UInt8]) -> [UInt8]?, open: @escaping @Sendable ([UInt8]) -> [UInt8]?
  ) {
    self.seal = seal
    self.open = open
  }
}

extension Database {
  /// Counts a start of the server on this database. Returns how many starts there were before; `isNew` sets the count
  /// back to 0 first.
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
