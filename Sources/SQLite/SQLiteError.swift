import CSQLite

/// A call that SQLite refused.
package struct SQLiteError: Error, Hashable, CustomStringConvertible {
  /// The extended result code (SQLite: Result and Error Codes).
  package var code: Int32
  package var message: String
  /// The statement at fault, when there is one.
  package var sql: String?

  package init(code: Int32, message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The error of the connection's latest call. `connection` may be nil when it could not even be allocated.
  init(_ code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
    let text = connection.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    self.init(code: code, message: text.map { String(cString: $0) } ?? "unknown error", sql: sql)
  }

  /// A database whose content does not fit together.
  package static func corrupt(_ message: String) -> Self { Self(code: SQLITE_CORRUPT, message: message) }

  private var primaryCode: Int32 { code & 0xFF }

  /// Another connection holds the lock this call needs. It may be tried again.
  package var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// The disk, or the limit set on the database, has no room left.
  package var isFull: Bool { primaryCode == SQLITE_FULL }

  /// The file is damaged.
  package var isCorrupt: Bool { primaryCode == SQLITE_CORRUPT }

  /// The file is something other than a database.
  package var isNotADatabase: Bool { primaryCode == SQLITE_NOTADB }

  /// The system failed to read or write: a device that is broken or gone, a quota or a file size limit.
  package var isInputOutput: Bool { primaryCode == SQLITE_IOERR }

  /// The file or its directory may not be written.
  package var isReadOnly: Bool { primaryCode == SQLITE_READONLY || primaryCode == SQLITE_PERM }

  /// The file does not exist and cannot be made, or may not be opened.
  package var isCannotOpen: Bool { primaryCode == SQLITE_CANTOPEN }

  /// A unique index or a primary key already has the value.
  package var isUniqueViolation: Bool {
    code == SQLITE_CONSTRAINT | (8 << 8) || code == SQLITE_CONSTRAINT | (6 << 8)
  }

  /// Any constraint of the schema: unique, foreign key, check or not null.
  package var isConstraint: Bool { primaryCode == SQLITE_CONSTRAINT }

  package var description: String {
    "SQLite error \(code): \(message)" + (sql.map { " in: \($0)" } ?? "")
  }
}
