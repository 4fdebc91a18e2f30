import CSQLite

extension SQLiteConnection {
  /// Sets a database file up for many small commits: a write-ahead log that is synced at checkpoints only. A crash of the
  /// program loses nothing; a crash of the machine may lose the last commits but never leaves half of one.
  package func useWriteAheadLog() throws(SQLiteError) {
    _ = try first("PRAGMA journal_mode = WAL")
    try execute("PRAGMA synchronous = NORMAL")
  }

  /// Whether the write-ahead log is left as it is when the connection goes. Otherwise the last connection moves it into the
  /// database and removes it.
  package func setKeepsLogOnClose(_ keeps: Bool) {
    mockidp_sqlite3_db_config(raw, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0)
  }

  /// Reads the whole database and fails as corrupt when its pages and rows do not fit together.
  package func checkSoundness() throws(SQLiteError) {
    let found = try first("PRAGMA quick_check(1)")?.text(0) ?? "nothing can be read"
    // The first line only names the database.
    guard found == "ok" else { throw .corrupt(found.split(separator: "\n").last.map(String.init) ?? found) }
  }

  /// Lets a call wait that long for another process's lock before it fails as busy. At first it does not wait.
  package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(raw, milliseconds) }

  /// Copies everything into `other`, whose content is replaced. Needs `other` to itself, and fails as busy otherwise.
  package func backup(to other: SQLiteConnection) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(other.raw, "main", raw, "main") else {
      throw SQLiteError(sqlite3_extended_errcode(other.raw), on: other.raw)
    }
    let stepped = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard stepped == SQLITE_DONE, finished == SQLITE_OK else {
      // Busy and locked are only in the step's code, every other error is in both.
      throw finished == SQLITE_OK ? SQLiteError(stepped, on: nil) : SQLiteError(finished, on: other.raw)
    }
  }

  /// The whole database as the bytes of a database file.
  package func serialize() throws(SQLiteError) -> [UInt8] {
    var count: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(raw, "main", &count, 0) else {
      throw SQLiteError(code: SQLITE_NOMEM, message: "the database cannot be serialized")
    }
    defer { sqlite3_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  }

  /// Replaces everything by what `serialize` gave, here or elsewhere. Bytes that are no sound database are refused as
  /// corrupt or not a database, and then nothing is changed.
  package func deserialize(_ bytes: [UInt8]) throws(SQLiteError) {
    // SQLite takes no bytes at all for an empty database. The smallest page has 512.
    guard bytes.count >= 512 else { throw SQLiteError(SQLITE_NOTADB, on: nil) }
    let image = try SQLiteConnection(path: ":memory:")
    try image.adopt(bytes)
    try image.checkSoundness()
    try image.backup(to: self)
  }

  /// Makes `bytes` this connection's database, in memory.
  private func adopt(_ bytes: [UInt8]) throws(SQLiteError) {
    guard let copy = sqlite3_malloc64(sqlite3_uint64(max(bytes.count, 1))) else {
      throw SQLiteError(SQLITE_NOMEM, on: nil)
    }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    let image = copy.assumingMemoryBound(to: UInt8.self)
    // Bytes 18 and 19 of the header are 2 when the source kept a write-ahead log, which memory cannot (SQLite: Database File Format §1.3.3).
    if bytes.count > 19, bytes[18] == 2, bytes[19] == 2 {
      image[18] = 1
      image[19] = 1
    }
    let count = sqlite3_int64(bytes.count)
    // SQLite owns the copy from here on, also when the call fails.
    let flags = UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE)
    let code = sqlite3_deserialize(raw, "main", image, count, count, flags)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: raw) }
  }
}
