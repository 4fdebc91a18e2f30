import CSQLite

/// A prepared statement, which is finalised with its last reference.
final class SQLiteStatement {
  let sql: String
  /// True while a caller reads rows. A nested call with the same text then prepares its own statement.
  var isInUse = false
  private let raw: OpaquePointer
  private let parameterCount: Int
  private let columnCount: Int32

  private init(adopting raw: OpaquePointer, sql: String) {
    self.raw = raw
    self.sql = sql
    parameterCount = Int(sqlite3_bind_parameter_count(raw))
    columnCount = sqlite3_column_count(raw)
  }

  deinit { sqlite3_finalize(raw) }

  private var connection: OpaquePointer? { sqlite3_db_handle(raw) }

  /// Compiles exactly one statement. Text after it is an error, because SQLite would ignore it.
  static func prepare(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) -> SQLiteStatement {
    var raw: OpaquePointer?
    var hasMore = false
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &raw, &tail)
      hasMore = tail.map { String(cString: $0).utf8.contains { $0 > 0x20 && $0 != 0x3B } } ?? false
      return code
    }
    guard code == SQLITE_OK else { throw SQLiteError(code, on: connection, sql: sql) }
    guard let raw else { throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement", sql: sql) }
    let statement = SQLiteStatement(adopting: raw, sql: sql)
    if hasMore { throw SQLiteError(code: SQLITE_MISUSE, message: "there is more than one statement", sql: sql) }
    return statement
  }

  func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw SQLiteError(
        code: SQLITE_RANGE, message: "\(values.count) values for \(parameterCount) parameters", sql: sql)
    }
    var index: Int32 = 1
    for value in values {
      let code = bind(value, at: index)
      guard code == SQLITE_OK else { throw SQLiteError(code, on: connection, sql: sql) }
      index += 1
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(raw, index)
    case .integer(let value): return sqlite3_bind_int64(raw, index, value)
    case .real(let value): return sqlite3_bind_double(raw, index, value)
    case .text(var text):
      return text.withUTF8 { mockidp_sqlite3_bind_text(raw, index, $0.baseAddress, sqlite3_uint64($0.count)) }
    case .blob(let bytes):
      return bytes.withUnsafeBytes { mockidp_sqlite3_bind_blob(raw, index, $0.baseAddress, sqlite3_uint64($0.count)) }
    }
  }

  /// Goes to the next row. False when there is none.
  func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(raw) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError(code, on: connection, sql: sql)
    }
  }

  /// Ends the run. A change of a statement that still has rows is committed here, so this can fail after every step
  /// succeeded.
  func reset() throws(SQLiteError) {
    let code = sqlite3_reset(raw)
    guard code == SQLITE_OK else { throw SQLiteError(code, on: connection, sql: sql) }
  }

  /// Ends a run that has failed. `sqlite3_reset` would only report the same error again.
  func abandon() { sqlite3_reset(raw) }

  /// Releases the copies of bound values: texts and blobs may be large, or secret.
  func clear() { sqlite3_clear_bindings(raw) }

  /// The current row.
  var row: SQLiteRow {
    var values: [SQLiteValue] = []
    values.reserveCapacity(Int(columnCount))
    for index in 0..<columnCount { values.append(value(at: index)) }
    return SQLiteRow(values)
  }

  private func value(at index: Int32) -> SQLiteValue {
    switch sqlite3_column_type(raw, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(raw, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(raw, index))
    case SQLITE_TEXT:
      // The pointer comes before the count, because a conversion of the encoding may change the count.
      guard let bytes = sqlite3_column_text(raw, index) else { return .text("") }
      let count = Int(sqlite3_column_bytes(raw, index))
      return .text(String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(raw, index) else { return .blob([]) }
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(raw, index)))))
    default: return .null
    }
  }
}
