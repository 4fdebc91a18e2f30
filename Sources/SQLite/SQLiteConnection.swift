import CSQLite

/// A connection to one database, with its prepared statements.
///
/// Not safe to use from two threads at once: its owner keeps it in a `Mutex` and never lets it out. That rule is what makes
/// `@unchecked Sendable` true, since SQLite's own locks are switched off.
package final class SQLiteConnection: @unchecked Sendable {
  let raw: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]
  private static let maximumStatements = 256

  /// Opens the file at `path`, making it when there is none; `:memory:` is a new database in memory. Fails when the path
  /// cannot be opened. What is in the file is read by the first statement only.
  package init(path: String) throws(SQLiteError) {
    raw = try Self.open(path)
    for option in [SQLITE_DBCONFIG_DQS_DDL, SQLITE_DBCONFIG_DQS_DML] {
      // "name" in double quotes is then a name only, so a misspelt column is an error and no text.
      mockidp_sqlite3_db_config(raw, option, 0)
    }
    mockidp_sqlite3_db_config(raw, SQLITE_DBCONFIG_ENABLE_FKEY, 1)
    mockidp_sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1)
  }

  deinit {
    // Statements still alive keep the closed connection until the last of them is gone.
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

  /// Runs a script of any number of statements without values: schemas and pragmas.
  package func execute(_ sql: String) throws(SQLiteError) {
    let code = sqlite3_exec(raw, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: raw, sql: sql) }
  }

  /// Runs one statement to its end and tells how many rows it inserted, updated or deleted, triggers not counted.
  @discardableResult
  package func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> Int {
    try run(sql, with: values)
  }

  /// As `run(_:_:)`, for a number of values known only at run time.
  @discardableResult
  package func run(_ sql: String, with values: [SQLiteValue]) throws(SQLiteError) -> Int {
    let before = sqlite3_total_changes64(raw)
    try step(sql, values) { _ in true }
    // `changes` keeps the count of the last statement that changed anything, which need not be this one.
    return sqlite3_total_changes64(raw) == before ? 0 : Int(sqlite3_changes64(raw))
  }

  /// The first row, nil when there is none.
  package func first(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> SQLiteRow? {
    try first(sql, with: values)
  }

  /// As `first(_:_:)`, for a number of values known only at run time.
  package func first(_ sql: String, with values: [SQLiteValue]) throws(SQLiteError) -> SQLiteRow? {
    var first: SQLiteRow?
    try step(sql, values) { statement in
      first = statement.row
      return false
    }
    return first
  }

  /// Every row.
  package func rows(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) -> [SQLiteRow] {
    try query(sql, with: values) { $0 }
  }

  /// What `transform` makes of each row, in order. It may use the connection.
  package func query<Element>(
    _ sql: String, _ values: SQLiteValue..., transform: (SQLiteRow) -> Element
  ) throws(SQLiteError) -> [Element] {
    try query(sql, with: values, transform: transform)
  }

  /// As `query(_:_:transform:)`, for a number of values known only at run time.
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

  /// The `rowid` that the last successful insert made.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(raw) }

  var isInTransaction: Bool { sqlite3_get_autocommit(raw) == 0 }

  /// Steps through the rows until `row` answers false.
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

  /// The prepared statement for that text. One that is being stepped through, by a caller further out, is not lent twice.
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
