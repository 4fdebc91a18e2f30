import CSQLite

/// A connection to one database, with its prepared statements.
///
/// Two threads must not use it at once. `@unchecked Sendable` is true because its owner keeps it in a `Mutex` and
/// never lets it out. SQLite's own locks are off.
package final class SQLiteConnection: @unchecked Sendable {
  let raw: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  private static let maximumStatements = 256
  /// What records the changed rows. Nil: nothing does.
  package var recorder: ChangeRecorder?

  /// Opens the file at `path` and makes it when there is none. `:memory:` means a new database in memory. Only the
  /// first statement reads the file.
  /// - Throws: `SQLiteError` when the path cannot be opened.
  package init(path: String) throws(SQLiteError) {
    raw = try Self.open(path)
    for option in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      // A name in double quotes is then only a name, so that a wrong column is an error and not a text.
      mockidp_sqlite3_db_config(raw, option, 0)
    }
    mockidp_sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    mockidp_sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1)
  }

  deinit {
    // Statements that still exist keep the closed connection until the last of them is gone.
    sqlite3_close_v2(raw)
  }

  private static func open(_ path: String) throws(SQLiteError) -> OpaquePointer {
    var raw: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &raw, flags, nil)
    guard code == SQLITE_OK, let raw else {
      let error = SQLiteError(code, on: raw)
      sqlite3_close_v2(raw)
      throw error
    }
    return raw
  }

  /// Runs a script of any number of statements without values, such as a schema or pragmas.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: raw, sql: sql) }
  }

  /// Runs one statement to its end. Returns how many rows it inserted, updated or deleted, without those of triggers.
  @discardableResult
  package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
    try run(sql, with: values)
  }

  /// Does the same with an array of values.
  @discardableResult
  package func run(_ sql: String, with values: [SQLiteValue]) throws(SQLiteError) -> Int {
    let before = sqlite3_total_changes64(raw)
    try step(sql, values) { _ in true }
    // `changes` has the count of the last statement that changed rows, which may be an older one.
    return sqlite3_total_changes64(raw) == before ? 0 : Int(sqlite3_changes64(raw))
  }

  /// The first row; nil when there is none.
  package func first(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> SQLiteRow? {
    try first(sql, with: values)
  }

  /// Does the same with an array of values.
  package func first(_ sql: String, with values: [SQLiteValue]) throws(SQLiteError) -> SQLiteRow? {
    var first: SQLiteRow?
    try step(sql, values) { statement in
      first = statement.row
      return false
    }
    return first
  }

  /// All rows, in the order of the statement.
  package func rows(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [SQLiteRow] {
    try query(sql, with: values) { $0 }
  }

  /// The result of `transform` for each row, in order. `transform` may use the connection.
  package func query<Element>(
    _ sql: String, _ values: SQLiteValue..., transform: (SQLiteRow) -> Element
  ) throws(SQLiteError) -> [Element] {
    try query(sql, with: values, transform: transform)
  }

  /// Does the same with an array of values.
  package func query<Element>(
    _ sql: String, with values: [SQLiteValue], transform: (SQLiteRow) -> Element
  ) throws(SQLiteError) -> [Element] {
    var elements: [Element] = []
    try step(sql, values) { statement in
      elements.append(transform(statement.row))
      return true
    }
    return elements
  }

  /// The `rowid` of the last row that this connection inserted.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(raw) }

  var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

  /// Reads the rows until `row` returns false.
  private func step(
    _ sql: String, _ values: [SQLiteValue], row: (SQLiteStatement) -> Bool
  ) throws(SQLiteError) {
    let statement = try statement(sql)
    statement.isInUse = true
    defer {
      if !values.isEmpty { statement.clear() }
      statement.isInUse = false
    }
    do throws(SQLiteError) {
      try statement.bind(values)
      while try statement.step() {
        guard row(statement) else { break }
      }
    } catch {
      statement.abandon()
      throw error
    }
    try statement.reset()
  }

  /// The prepared statement for that text. While an outer caller still reads rows from it, the caller gets a new one.
  private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
    if let statement = statements[sql] {
      return statement.isInUse ? try .prepare(sql, on: raw) : statement
    }
    let statement = try SQLiteStatement.prepare(sql, on: raw)
    if statements.count >= Self.maximumStatements { statements.removeAll() }
    statements[sql] = statement
    return statement
  }
}
