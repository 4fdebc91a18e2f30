import CSQLite

extension SQLiteConnection {
  /// Sets a database file up for many small commits: a write-ahead log that is synced at checkpoints only. A crash of
  /// the program loses nothing. A crash of the machine may lose the last commits, but never leaves half of one.
  package func useWriteAheadLog() throws(SQLiteError) {
    _ = try first("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = NORMAL")
  }

  /// Whether the log stays as it is when the connection closes. Otherwise the last connection moves the log into the
  /// database and removes it.
  package func setKeepsLogOnClose(_ keeps: Bool) {
    mockidp_sqlite3_db_config(raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
  }

  /// Reads the whole database.
  /// - Throws: `SQLiteError.corrupt` when its pages and rows do not fit together.
  package func checkSoundness() throws(SQLiteError) {
    let found = try first("PRAGMA quick_check(1)")?.text(0) ?? "nothing can be read"
    // The first line only names the database, so the last one is the reason.
    guard found == "ok" else { throw .corrupt(found.split(separator: "\n").last.map(String.init) ?? found) }
  }

  /// Sets how long a call waits for the lock of another process before it fails as busy. Without this a call does not
  /// wait.
  package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(raw, milliseconds) }
}
