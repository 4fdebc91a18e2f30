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

  /// Stores a step of a sign-in without pages: its time begins anew with each step. `document` takes the place of the one that the
  /// caller read, and only of that one. False when another request was faster; then nothing is stored.
  package func step(
    _ document: String, after old: String?, handle: String, client: String, at now: UnixTime
  ) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      guard let old else {
        return try connection.run(
          "INSERT INTO sign_in_flow (digest, world, browser, started, document) VALUES (?, ?, ?, ?, ?)",
          Self.digest(handle), .integer(world), Self.digest(client), .integer(now.ticks), .text(document))
      }
      return try connection.run(
        "UPDATE sign_in_flow SET document = ?, started = ? WHERE digest = ? AND world = ? AND document = ?",
        .text(document), .integer(now.ticks), Self.digest(handle), .integer(world), .text(old))
    } == 1
  }

  /// Makes all open sign-ins older, as if `age` had passed since they began. Returns how many there were.
  package func ageFlows(by age: Duration) throws(SQLiteError) -> Int {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "UPDATE sign_in_flow SET started = started - ? WHERE world = ?", .integer(age.ticks), .integer(world))
    }
  }
}
