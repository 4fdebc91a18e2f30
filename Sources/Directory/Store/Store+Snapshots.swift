import Bytes
package import JSON
package import SQLite
package import Time

/// A snapshot is a copy of all rows of a world and of its memory, as one JSON document in a row of its own.
extension Store {
  /// The name and time of a snapshot.
  package struct SnapshotEntry: Sendable, Hashable {
    /// Unique in the world.
    package let name: String
    package let createdAt: UnixTime
  }

  /// The tables whose rows belong to a world. A table comes before those that refer to it.
  private static let tables = [
    "object", "session", "code", "sign_in_flow", "device_code", "sign_in_grant", "refresh_token",
  ]

  /// Stores a snapshot of the world's rows; one of the same name is replaced. The snapshot keeps `memory`, a document
  /// of the caller's, beside the rows.
  package func saveSnapshot(named name: String, memory: JSONValue, at now: UnixTime) throws(SQLiteError) {
    try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        var tables = JSONObject()
        for table in Self.tables {
          tables.append(table, try Self.copy(table, world, connection))
        }
        let document: JSONValue = ["memory": memory, "tables": .object(tables)]
        try connection.run(
          "INSERT OR REPLACE INTO snapshot (world, name, created, document) VALUES (?, ?, ?, ?)", .integer(world),
          .text(name), .integer(now.ticks), .text(document.text))
      }
    }
  }

  /// The snapshots of the world, oldest first.
  package func snapshots() throws(SQLiteError) -> [SnapshotEntry] {
    try database.use { connection throws(SQLiteError) in
      try connection.query(
        "SELECT name, created FROM snapshot WHERE world = ? ORDER BY created, name", .integer(world)
      ) { SnapshotEntry(name: $0.text(0), createdAt: UnixTime(ticks: $0.int64(1))) }
    }
  }

  /// Replaces the world's rows by those of a snapshot, in one transaction. Returns the `memory` of the snapshot; nil
  /// when there is none of that name.
  package func restoreSnapshot(named name: String) throws -> JSONValue? {
    let row = try database.use { connection throws(SQLiteError) in
      try connection.first("SELECT document FROM snapshot WHERE world = ? AND name = ?", .integer(world), .text(name))
    }
    guard let row else { return nil }
    let document = try JSONValue.parse(row.text(0))
    guard let tables = document["tables"]?.object else { return nil }
    try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try Database.clear(world: world, objects: true, connection)
        for table in tables.members {
          try Self.insert(table.value, into: table.name, world: world, connection)
        }
      }
    }
    return document["memory"]
  }

  /// Removes a snapshot. False when there is none of that name.
  package func removeSnapshot(named name: String) throws(SQLiteError) -> Bool {
    try database.use { connection throws(SQLiteError) in
      try connection.run("DELETE FROM snapshot WHERE world = ? AND name = ?", .integer(world), .text(name))
    } == 1
  }

  private static func copy(
    _ table: String, _ world: Int64, _ connection: SQLiteConnection
  ) throws(SQLiteError) -> JSONValue {
    let columns = try connection.query("SELECT name FROM pragma_table_info(?)", .text(table)) { $0.text(0) }
    let rows = try connection.query(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE world = ?", .integer(world)
    ) { JSONValue.array($0.values.map(json)) }
    return ["columns": .strings(columns), "rows": .array(rows)]
  }

  private static func insert(
    _ content: JSONValue, into table: String, world: Int64, _ connection: SQLiteConnection
  ) throws(SQLiteError) {
    guard tables.contains(table), var columns = content["columns"]?.strings, let rows = content["rows"]?.array,
      columns.allSatisfy({ $0.utf8.allSatisfy(isColumnCharacter) })
    else { return }
    // Snapshots of earlier versions have tokens that name only their grants.
    let namesWorld = columns.contains("world")
    if !namesWorld { columns.append("world") }
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let statement = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    for row in rows {
      var values = (row.array ?? []).map(value)
      if !namesWorld { values.append(.integer(world)) }
      for (index, column) in columns.enumerated() where column == "world" && values.indices.contains(index) {
        values[index] = .integer(world)
      }
      try connection.run(statement, with: values)
    }
  }

  private static func isColumnCharacter(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte == 0x5F }

  /// Bytes become an object with hexadecimal digits, which tells them from texts.
  private static func json(_ value: SQLiteValue) -> JSONValue {
    switch value {
    case .null: nil
    case .integer(let number): .integer(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .blob(let bytes): ["bytes": .string(Hex.encode(bytes))]
    }
  }

  private static func value(_ json: JSONValue) -> SQLiteValue {
    switch json {
    case .integer(let number): .integer(number)
    case .double(let number): .real(number)
    case .string(let text): .text(text)
    case .object(let object): SQLiteValue(object["bytes"]?.string.flatMap { Hex.decode($0) })
    default: .null
    }
  }
}
