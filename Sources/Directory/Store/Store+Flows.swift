import Bytes
package import SQLite
package import Time

extension Store {
  /// Stores the state of an open sign-in page, as the caller's document. `handle` is in the page's form; `browser` is
  /// the cookie of the browser that may send it.
  package func saveFlow(_ document: String, handle: String, browser: String, startedAt: UnixTime) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO sign_in_flow (digest, world, browser, started, document) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (digest) DO UPDATE SET document = excluded.document
        """, Self.digest(handle), .integer(world), Self.digest(browser), .integer(startedAt.ticks), .text(document))
    }
  }

  /// The document of that form in that browser, and the time of its first page. Nil when there is none, or when
  /// another browser asks.
  package func flow(handle: String, browser: String) throws(SQLiteError) -> (document: String, startedAt: UnixTime)? {
    try database.use { connection throws(SQLiteError) in
      try connection.first(
        "SELECT document, started FROM sign_in_flow WHERE digest = ? AND world = ? AND browser = ?",
        Self.digest(handle), .integer(world), Self.digest(browser))
    }.map { ($0.text(0), UnixTime(ticks: $0.int64(1))) }
  }

  /// Removes the state of a sign-in that has ended. When several requests race, one of them gets true: it ended the
  /// sign-in.
  package func endFlow(handle: String) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "DELETE FROM sign_in_flow WHERE digest = ? AND world = ?", Self.digest(handle), .integer(world))
    } == 1
  }
}
