import Bytes
package import SQLite
package import Time

extension Store {
  /// Writes what an open sign-in page needs to go on. `handle` is what its form carries, `browser` the cookie it is tied to.
  package func saveFlow(_ document: String, handle: String, browser: String, startedAt: UnixTime) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO sign_in_flow (digest, world, browser, started, document) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET document = excluded.document
        """, Self.digest(handle), .integer(world), Self.digest(browser), .integer(startedAt.ticks), .text(document))
    }
  }

  /// What was written for that form in that browser, and when it was first shown; nil when there is none.
  package func flow(handle: String, browser: String) throws(SQLiteError) -> (document: String, startedAt: UnixTime)? {
    try database.use { connection throws(SQLiteError) in
      try connection.first(
        "SELECT document, started FROM sign_in_flow WHERE digest = ? AND world = ? AND browser = ?",
        Self.digest(handle), .integer(world), Self.digest(browser))
    }.map { ($0.text(0), UnixTime(ticks: $0.int64(1))) }
  }

  /// Forgets a sign-in that has come to its end; true for the one caller, of any that race, that ended it.
  package func endFlow(handle: String) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "DELETE FROM sign_in_flow WHERE digest = ? AND world = ?", Self.digest(handle), .integer(world))
    } == 1
  }
}
