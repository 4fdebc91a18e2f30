import CSQLite

/// An error of SQLite.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code (SQLite: "Result and Error Codes").
  package var code: Int32
  /// SQLite's own text.
  package var message: String
  /// The statement that failed; nil when there is none.
  package var sql: String?

  package init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error of the connection's last call. `connection` is nil when SQLite could not even allocate it.
  init(_ code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    let text = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(code: code, message: text.map { String(cString: $0) } ?? "unknown error", sql: sql)
  }

  /// The content of the database does not fit together.
  package static func corrupt(_ message: String) -> Self { Self(code: SQLITE_CORRUPT, message: message) }

  private var primaryCode: Int32 { code & 0xFF }

  /// Another connection holds the lock that the call needs. The caller may try again.
  package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// The disk is full, or the database has reached its own limit.
  package var isFull: Bool { primaryCode == SQLITE_FULL }

  /// What keeps the changed rows elsewhere takes none now (`ChangeRecorder.refuseChanges`).
  package var isRefused: Bool { code == SQLITE_CONSTRAINT | (2 << 8) }

  /// The file is damaged.
  package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT }

  /// The file is not a database.
  package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

  /// The system could not read or write: the device is broken or gone, or a quota or a file size limit is reached.
  package var isInputOutput: Bool { primaryCode == SQLITE_IOERR }

  /// The process may not write the file or its directory.
  package var isReadOnly: Bool { primaryCode == SQLITE_READONLY || primaryCode == SQLITE_PERM }

  /// The file does not exist and cannot be made, or the process may not open it.
  package var isCannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }

  /// A unique index or a primary key already has the value.
  package var isUniqueViolation: Bool {
    code == SQLITE_CONSTRAINT | (8 << 8) || code == SQLITE_CONSTRAINT | (6 << 8)
  }

  /// A constraint of the schema failed: unique, foreign key, check or not null.
  package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

  package var description: String {
    "SQLite error \(code): \(message)" + (sql.map { " in: \($0)" } ?? "")
  }
}
