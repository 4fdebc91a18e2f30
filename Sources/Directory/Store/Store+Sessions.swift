package import Bytes
package import SQLite
package import Time

extension Store {
  /// The sessions of one browser, in the order of their sign-ins. `browser` is the handle in the browser's cookie.
  /// Sessions that have ended by their age are among them.
  package func sessions(ofBrowser browser: String) throws(SQLiteError) -> [AccountSession] {
    let browser = RecentSessions.Browser(world: world, digest: Self.digest(browser))
    if let known = database.recentSessions[browser] { return known }
    let (rows, count) = try database.use { connection throws(SQLiteError) in
      let rows = try connection.rows(
        """
        SELECT id, user, authenticated, methods, persistent, used FROM session
        WHERE world = ? AND browser = ? ORDER BY authenticated, id
        """, .integer(world), browser.digest)
      return (rows, database.recentSessions.count)
    }
    let sessions = rows.compactMap { Self.session($0) }
    database.recentSessions.keep(sessions, of: browser, readAt: count)
    return sessions
  }

  /// The session of that `sid`, in any browser. Nil when the store has none.
  package func session(_ id: GUID) throws(SQLiteError) -> AccountSession? {
    try database.use { connection throws(SQLiteError) in
      try connection.first(
        "SELECT id, user, authenticated, methods, persistent, used FROM session WHERE world = ? AND id = ?",
        .integer(world), Self.id(id))
    }.flatMap { Self.session($0) }
  }

  /// The apps that got a code or a grant in that session, each once, in the order of their ids. Sign-out tells them.
  package func clients(ofSession id: GUID) throws(SQLiteError) -> [Application.ID] {
    try database.use { connection throws(SQLiteError) in
      try connection.query(
        """
        SELECT client FROM code WHERE world = ?1 AND session = ?2
        UNION SELECT client FROM sign_in_grant WHERE world = ?1 AND session = ?2 ORDER BY client
        """, .integer(world), Self.id(id)
      ) { GUID(bytes: $0.blob(0)) }
    }.compactMap { $0.map { Application.ID($0) } }
  }

  private static func session(_ row: SQLiteRow) -> AccountSession? {
    guard let id = GUID(bytes: row.blob(0)), let user = GUID(bytes: row.blob(1)) else { return nil }
    let facts = SignInFacts(session: id, authenticatedAt: UnixTime(ticks: row.int64(2)), list: row.text(3))
    return AccountSession(
      id: id, user: User.ID(user), authenticatedAt: facts.authenticatedAt, methods: facts.methods,
      customer: facts.customer, isPersistent: row.bool(4), lastUsedAt: UnixTime(ticks: row.int64(5)))
  }

  /// Stores a session of a browser, new or changed.
  package func save(_ session: AccountSession, ofBrowser browser: String) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO session (world, browser, id, user, authenticated, methods, persistent, used)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (world, browser, id) DO UPDATE SET authenticated = excluded.authenticated,
          methods = excluded.methods, persistent = excluded.persistent, used = excluded.used
        """, .integer(world), Self.digest(browser), Self.id(session.id), Self.id(session.user.guid),
        .integer(session.authenticatedAt.ticks), Self.list(session.facts.list), SQLiteValue(session.isPersistent),
        .integer(session.lastUsedAt.ticks))
    }
  }

  /// Notes that a browser used a session, so that its idle time starts again. A second use within one second is not
  /// written: idle times are hours.
  package func touch(session: AccountSession, ofBrowser browser: String, at now: UnixTime) throws(SQLiteError) {
    guard now < session.lastUsedAt || now - session.lastUsedAt >= .seconds(1) else { return }
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "UPDATE session SET used = ? WHERE world = ? AND browser = ? AND id = ?", .integer(now.ticks),
        .integer(world), Self.digest(browser), Self.id(session.id))
    }
  }

  /// Removes one account's session from a browser.
  package func removeSession(_ id: GUID, ofBrowser browser: String) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.run(
        "DELETE FROM session WHERE world = ? AND browser = ? AND id = ?", .integer(world), Self.digest(browser),
        Self.id(id))
    }
  }

  /// Makes the selected sessions older, as if `age` had passed since the sign-in and the last use. Returns how many
  /// there were.
  package func ageSessions(_ selection: GrantSelection, by age: Duration) throws(SQLiteError) -> Int {
    var conditions = "world = ?2"
    var values: [SQLiteValue] = [.integer(age.ticks), .integer(world)]
    if let user = selection.user {
      conditions += " AND user = ?3"
      values.append(Self.id(user.guid))
    }
    let statement = "UPDATE session SET authenticated = authenticated - ?1, used = used - ?1 WHERE " + conditions
    return try database.use { connection throws(SQLiteError) in try connection.run(statement, with: values) }
  }

  /// The sessions of the world, or those of one user, in the order of their sign-ins.
  package func sessions(of user: User.ID? = nil) throws(SQLiteError) -> [AccountSession] {
    let rows = try database.use { connection throws(SQLiteError) in
      try connection.query(
        """
        SELECT id, user, authenticated, methods, persistent, used FROM session
        WHERE world = ? ORDER BY authenticated, id
        """, .integer(world)
      ) { Self.session($0) }
    }
    return rows.compactMap { $0 }.filter { user == nil || $0.user == user }
  }

  /// Removes the session of that `sid`, in any browser. False when there is none.
  package func endSession(_ id: GUID) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run("DELETE FROM session WHERE world = ? AND id = ?", .integer(world), Self.id(id))
    } > 0
  }

  /// Removes the selected sessions. Returns how many there were. Only the user selects: a session belongs to no app.
  package func removeSessions(_ selection: GrantSelection) throws(SQLiteError) -> Int {
    try remove(from: "session", GrantSelection(user: selection.user))
  }

  func remove(from table: String, _ selection: GrantSelection) throws(SQLiteError) -> Int {
    let (conditions, values) = Self.conditions(selection, world: world, first: .null)
    let statement = "DELETE FROM \(table) WHERE \(conditions)"
    return try database.use { connection throws(SQLiteError) in try connection.run(statement, with: values) }
  }
}
