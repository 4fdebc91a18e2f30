package import SQLite
import Synchronization

/// A row of a world as a cluster keeps it.
package struct ReplicatedRow: Sendable, Hashable {
  /// The number of its table (`ReplicatedTable.kind`), or one of the kinds that are not tables.
  package let kind: Int64
  /// The primary key without the world.
  package let key: [UInt8]
  /// The version of the schema in two bytes, then the values. Nil for a row that is gone.
  package let image: [UInt8]?

  package init(kind: Int64, key: [UInt8], image: [UInt8]?) {
    self.kind = kind
    self.key = key
    self.image = image
  }

  /// The rows that a recorded one becomes: itself, and what is looked up beside it.
  package static func rows(of row: ChangeRecorder.Row) -> [ReplicatedRow] {
    let table = ReplicatedTable.all[row.table]
    let kept = ReplicatedRow(kind: table.kind, key: row.key, image: row.image.map { head + $0 })
    guard table.name == "device_code", let image = row.image, let place = userCodePlace,
      let values = PackedValues.values(of: image[...]), values.indices.contains(place)
    else { return [kept] }
    return [
      kept, ReplicatedRow(kind: ReplicatedTable.userCodes, key: PackedValues.bytes(of: [values[place]]), image: []),
    ]
  }

  private static let head = [UInt8(truncatingIfNeeded: version >> 8), UInt8(truncatingIfNeeded: version)]
  private static let version = Schema.migrations.count
  /// The place of the user code among the values of a device code.
  private static let userCodePlace = (try? Layout.of(version).columns["device_code"])?.firstIndex(of: "user_code")

  /// The version of the schema that wrote the image. Nil for an image that is too short.
  package var version: Int? { image.flatMap { $0.count < 2 ? nil : Int($0[0]) << 8 | Int($0[1]) } }
}

extension ReplicatedRow {
  /// The columns of all tables, without those of the worlds, at one version of the schema.
  struct Layout: Sendable {
    let columns: [String: [String]]

    private static let known = Mutex<[Int: Layout]>([:])

    static func of(_ version: Int) throws(SQLiteError) -> Layout {
      if let layout = known.withLock({ $0[version] }) { return layout }
      guard version > 0, version <= Schema.migrations.count else {
        throw .corrupt("a row was written by version \(version) of the tables")
      }
      let empty = try SQLiteConnection(path: ":memory:")
      for step in Schema.migrations[..<version] { try empty.execute(step) }
      var columns: [String: [String]] = [:]
      for table in ReplicatedTable.all {
        columns[table.name] = try empty.query("SELECT name FROM pragma_table_info(?)", .text(table.name)) {
          $0.text(0)
        }.filter { $0 != table.owner }
      }
      let layout = Layout(columns: columns)
      known.withLock { $0[version] = layout }
      return layout
    }
  }
}

extension Database {
  /// Makes the row of a world whose rows are kept elsewhere. It has the number that it has there.
  package func placeWorld(
    _ number: Int64, named name: String, scenario: String, madeAt: Int64, recipe: String?
  ) throws(SQLiteError) -> Store {
    try useUnrecorded { connection throws(SQLiteError) in
      try connection.run(
        """
        INSERT INTO world (id, name, scenario, created, recipe) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET scenario = excluded.scenario, created = excluded.created,
          recipe = excluded.recipe, memory = NULL
        """, .integer(number), .text(name), .text(scenario), .integer(madeAt), SQLiteValue(recipe))
    }
    return Store(database: self, world: number, keepsChangesOnly: true)
  }

  /// Reads the rows of a world in, in the place of all that it had.
  /// - Throws: `SQLiteError.isCorrupt` for a row that cannot be read. The world then has no rows.
  package func readIn(_ rows: [ReplicatedRow], ofWorld number: Int64) throws(SQLiteError) {
    try useUnrecorded { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try Self.empty(number, connection)
        for table in ReplicatedTable.all {
          for row in rows where row.kind == table.kind { try Self.insert(row, table, number, connection) }
        }
      }
    }
  }

  /// Forgets the rows of a world, but for the row of the world itself.
  package func letGo(ofWorld number: Int64) throws(SQLiteError) {
    try useUnrecorded { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in try Self.empty(number, connection) }
    }
  }

  /// Removes the world and its rows here, and nowhere else.
  package func displaceWorld(_ number: Int64) throws(SQLiteError) {
    try useUnrecorded { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try Self.empty(number, connection)
        try connection.run("DELETE FROM world WHERE id = ?", .integer(number))
      }
    }
  }

  private static func empty(_ number: Int64, _ connection: SQLiteConnection) throws(SQLiteError) {
    for table in ReplicatedTable.all where table.name != "world" {
      try connection.run("DELETE FROM \(table.name) WHERE world = ?", .integer(number))
    }
    try connection.run("UPDATE world SET memory = NULL WHERE id = ?", .integer(number))
  }

  private static func insert(
    _ row: ReplicatedRow, _ table: ReplicatedTable, _ number: Int64, _ connection: SQLiteConnection
  ) throws(SQLiteError) {
    guard let image = row.image, let version = row.version,
      let columns = try ReplicatedRow.Layout.of(version).columns[table.name],
      let values = PackedValues.values(of: image[2...]), values.count == columns.count
    else { throw .corrupt("a row of \(table.name) cannot be read") }
    let names = [table.owner] + columns
    let places = names.map { _ in "?" }.joined(separator: ", ")
    try connection.run(
      "INSERT OR REPLACE INTO \(table.name) (\(names.joined(separator: ", "))) VALUES (\(places))",
      with: [.integer(number)] + values)
  }
}
