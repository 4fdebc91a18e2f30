import SQLite
import Synchronization

/// The one database behind all worlds of a server: in memory, or a file that outlives the process.
package final class Database: Sendable {
  private let connection: Mutex<SQLiteConnection>
  /// Whether it outlives the process.
  package let isFile: Bool

  /// The version of the schema this program writes; `PRAGMA user_version` of a file.
  package static let schemaVersion = Schema.migrations.count

  /// A database in memory.
  package convenience init() throws(DatabaseError) { try self.init(path: ":memory:", isFile: false) }

  /// The database in a file, made when there is none. Throws with the place and the remedy when the file cannot be opened,
  /// is no database, is damaged, or was written by a newer version.
  package convenience init(file path: String) throws(DatabaseError) { try self.init(path: path, isFile: true) }

  private init(path: String, isFile: Bool) throws(DatabaseError) {
    do throws(SQLiteError) {
      let opened = try SQLiteConnection(path: path)
      if isFile {
        opened.setBusyTimeout(milliseconds: 500)
        // A second server on the same file is refused at start and cannot spoil it later.
        try opened.execute("PRAGMA locking_mode = EXCLUSIVE")
        try opened.useWriteAheadLog()
      }
      let version = try opened.first("PRAGMA user_version")?.int(0) ?? 0
      guard version <= Self.schemaVersion else { throw SQLiteError(code: 0, message: Self.newerMark) }
      if version < Self.schemaVersion {
        try opened.transaction { () throws(SQLiteError) in
          for step in version..<Self.schemaVersion { try opened.execute(Schema.migrations[step]) }
          try opened.execute("PRAGMA user_version = \(Self.schemaVersion)")
        }
      }
      connection = Mutex(opened)
      self.isFile = isFile
    } catch {
      throw DatabaseError(error, path: path)
    }
  }

  static let newerMark = "newer"

  /// Runs `body` with the connection, alone. Nothing in it may block but the database.
  @discardableResult
  func use<Result: Sendable>(_ body: (SQLiteConnection) throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try connection.withLock { connection throws(SQLiteError) in try body(connection) }
  }
}

/// Why a database cannot be used, in one sentence with its remedy.
package struct DatabaseError: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ error: SQLiteError, path: String) {
    description =
      if error.message == Database.newerMark {
        "\(path) was written by a newer mockidp; use that version, or another --data directory"
      } else if error.isBusy {
        "\(path) is in use by another mockidp; stop it, or choose another --data directory"
      } else if error.isNotADatabase {
        "\(path) is not a mockidp database; move it away, or choose another --data directory"
      } else if error.isCorrupt {
        "\(path) is damaged (\(error.message)); move it away to start anew, or restore a copy"
      } else if error.isReadOnly {
        "\(path) cannot be written; make it writable for this user, or choose another --data directory"
      } else if error.isFull {
        "the disk of \(path) is full; free some room"
      } else {
        "\(path) cannot be opened: \(error.message)"
      }
  }
}
