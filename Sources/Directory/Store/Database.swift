import Platform
import SQLite
import Synchronization

/// The database of all worlds of a server. It is in memory, or in a file that outlives the process.
package final class Database: Sendable {
  private let connection: Mutex<SQLiteConnection>
  let recentSessions: RecentSessions
  /// Whether the last thing that the store was told failed, so that it is worth a try before it is relied on.
  let hasFailed = Atomic(false)
  /// The path of the file. Nil for a database in memory.
  package let path: String?

  /// Whether the data outlives the process, in a file or in the database of a cluster.
  package let isKept: Bool
  /// Encrypts what stands in it. Nil: nothing needs it.
  let sealing: Sealing?
  /// Takes the rows that transactions have changed. Nil: nothing keeps them elsewhere.
  private let replicator: (any RowReplicator)?

  /// Whether the data is in a file.
  package var isFile: Bool { path != nil }

  /// The version of the schema that this program writes; a file holds it as `PRAGMA user_version`.
  package static let schemaVersion = Schema.migrations.count

  /// Opens a database in memory, which ends with the process.
  package init() throws(DatabaseError) {
    let (opened, changes) = try Self.openMemory()
    connection = Mutex(opened)
    recentSessions = RecentSessions(changes)
    path = nil
    isKept = false
    sealing = nil
    replicator = nil
  }

  private static func openMemory() throws(DatabaseError) -> (SQLiteConnection, ChangeCount) {
    try Self.telling("memory") { () throws(SQLiteError) in
      let opened = try SQLiteConnection(path: ":memory:")
      try Self.migrate(opened, from: 0)
      return (opened, try opened.countChanges(of: "session"))
    }
  }

  #if CLUSTER
    /// Opens a database in memory whose changed rows a replicator gets, transaction by transaction.
    package init(replicator: any RowReplicator, sealing: Sealing) throws(DatabaseError) {
      let (opened, changes) = try Self.openMemory()
      let recorder = try Self.telling("memory") { () throws(SQLiteError) in
        try opened.recordChanges(of: ReplicatedTable.all.map { ($0.name, $0.owner) })
      }
      connection = Mutex(opened)
      recentSessions = RecentSessions(changes)
      path = nil
      isKept = true
      self.sealing = sealing
      self.replicator = replicator
      replicator.began(recorder)
    }
  #endif

  /// Runs `body` with the connection, and records nothing of what it changes.
  @discardableResult
  func useUnrecorded<Result: Sendable>(
    _ body: (SQLiteConnection) throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try use { connection throws(SQLiteError) in
      connection.recorder?.isSuspended = true
      defer { connection.recorder?.isSuspended = false }
      return try body(connection)
    }
  }

  /// Opens a database in a file, and makes the file when there is none.
  /// - Throws: `DatabaseError` with the place and the remedy, when the file cannot be opened, is not a database, is
  ///   damaged, or was written by a newer version. The file is then left as it was, to the byte.
  package init(file path: String) throws(DatabaseError) {
    try Self.checkLog(of: path)
    let opened = try Self.telling(path) { () throws(SQLiteError) in try SQLiteConnection(path: path) }
    let version = try Self.takeUp(opened, path)
    let changes = try Self.telling(path) { () throws(SQLiteError) in
      try opened.useWriteAheadLog()
      try Self.migrate(opened, from: version)
      opened.setKeepsLogOnClose(false)
      return try opened.countChanges(of: "session")
    }
    connection = Mutex(opened)
    recentSessions = RecentSessions(changes)
    self.path = path
    isKept = true
    sealing = nil
    replicator = nil
  }

  /// Runs `body` with the connection; every other caller waits for its end. So `body` may wait for the database only.
  @discardableResult
  func use<Result: Sendable>(_ body: (SQLiteConnection) throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    do {
      return try connection.withLock { connection throws(SQLiteError) in
        // Inside the lock, so that the replicator gets the rows in the order of the transactions.
        defer {
          if let replicator, let rows = connection.recorder?.take(), !rows.isEmpty { replicator.keep(rows) }
        }
        return try body(connection)
      }
    } catch {
      if error.isFull || error.isReadOnly || error.isInputOutput { hasFailed.store(true, ordering: .releasing) }
      throw error
    }
  }

  // MARK: Opening a file

  /// Without this check SQLite would read a damaged log up to the damage, and would discard a log beside an empty
  /// database.
  private static func checkLog(of path: String) throws(DatabaseError) {
    if size(of: path) == 0, size(of: path + "-wal") > 0 { throw .onlyLog(path: path) }
    let damage = try telling(path + "-wal") { () throws(SQLiteError) in
      try WriteAheadLog.damage(inFile: path + "-wal")
    }
    if let damage { throw .damagedLog(path: path, damage) }
  }

  /// Locks the file for this process and checks all of it without a change. Returns the version of its schema; 0 for
  /// a new file.
  private static func takeUp(_ opened: SQLiteConnection, _ path: String) throws(DatabaseError) -> Int {
    let (version, tables) = try telling(path) { () throws(SQLiteError) in
      opened.setKeepsLogOnClose(true)
      opened.setBusyTimeout(milliseconds: 500)
      // A second server on the same file is refused at its start, before it can spoil the file.
      try opened.execute("PRAGMA locking_mode = EXCLUSIVE")
      let version = try opened.first("PRAGMA user_version")?.int(0) ?? 0
      return (version, try opened.query("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) })
    }
    guard version <= schemaVersion else { throw .newer(path: path, version: version) }
    guard version > 0 ? tables.contains("world") && tables.contains("object") : tables.isEmpty else {
      throw .foreign(path: path)
    }
    guard version > 0 else { return 0 }
    try telling(path) { () throws(SQLiteError) in
      try opened.checkSoundness()
      if let row = try opened.first("SELECT kind FROM object WHERE NOT json_valid(document) LIMIT 1") {
        throw SQLiteError.corrupt("the document of a \(row.text(0)) cannot be read")
      }
    }
    return version
  }

  /// Runs the steps that the file lacks, all or none of them.
  private static func migrate(_ opened: SQLiteConnection, from version: Int) throws(SQLiteError) {
    guard version < schemaVersion else { return }
    try opened.transaction { () throws(SQLiteError) in
      for step in Schema.migrations[version...] { try opened.execute(step) }
      try opened.execute("PRAGMA user_version = \(schemaVersion)")
    }
  }

  private static func telling<Result>(
    _ path: String, _ body: () throws(SQLiteError) -> Result
  ) throws(DatabaseError) -> Result {
    do throws(SQLiteError) { return try body() } catch { throw DatabaseError(error, path: path) }
  }

  /// The size of a file in bytes; 0 when there is none.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
