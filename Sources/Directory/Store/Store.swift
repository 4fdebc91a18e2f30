import Bytes
import Crypto
package import SQLite
package import Time

/// One world's part of the database: what was handed out, and the directory's objects. Every operation is one statement or
/// one transaction, named for its meaning.
package struct Store: Sendable {
  let database: Database
  /// The row of the world in the database.
  let world: Int64
  /// Whether its objects are changes against seeds, and not the whole directory.
  package let keepsChangesOnly: Bool

  /// A secret handle as the store knows it: 16 bytes of its SHA-256.
  static func digest(_ handle: String) -> SQLiteValue { .blob(Array(SHA256.hash(Array(handle.utf8)).prefix(16))) }

  static func id(_ guid: GUID) -> SQLiteValue { .blob(guid.bytes) }

  static func list(_ values: [String]) -> SQLiteValue { .text(values.joined(separator: " ")) }
}

extension Database {
  /// A world that the database knows.
  package struct KnownWorld: Sendable {
    package let store: Store
    package let scenario: String
    package let name: String
    /// What the world was made from, in the words of whoever made it; nil for the default world.
    package let recipe: String?
  }

  /// The world of that name, nil when there is none.
  package func world(named name: String) throws(SQLiteError) -> KnownWorld? {
    try use { connection throws(SQLiteError) in
      try connection.first("SELECT id, scenario, name, recipe FROM world WHERE name = ?", .text(name))
    }.map(known)
  }

  /// All worlds, in the order they were made.
  package func worlds() throws(SQLiteError) -> [KnownWorld] {
    try use { connection throws(SQLiteError) in
      try connection.rows("SELECT id, scenario, name, recipe FROM world ORDER BY id")
    }.map(known)
  }

  private func known(_ row: SQLiteRow) -> KnownWorld {
    let recipe = row.optionalText(3)
    return KnownWorld(
      store: Store(database: self, world: row.int64(0), keepsChangesOnly: recipe != nil), scenario: row.text(1),
      name: row.text(2), recipe: recipe)
  }

  /// Makes a world without objects. A world of that name that was there is removed with all it had. One with a recipe keeps
  /// changes against its seeds only.
  package func makeWorld(
    named name: String, scenario: String, at now: UnixTime, recipe: String? = nil
  ) throws(SQLiteError) -> Store {
    try make(named: name, scenario, at: now, recipe: recipe, rows: [], isAlone: false)
  }

  /// Makes the first world of a database that ends with the process. Its seeds are in memory and nobody reads them back, so it keeps
  /// changes against them only.
  package func makePassingWorld(named name: String, scenario: String, at now: UnixTime) throws(SQLiteError) -> Store {
    let store = try make(named: name, scenario, at: now, recipe: nil, rows: [], isAlone: false)
    return Store(database: self, world: store.world, keepsChangesOnly: true)
  }

  /// Makes a world with that directory, whole or not at all. When it is to be alone, every other world is removed.
  package func makeWorld(
    named name: String, scenario: String, at now: UnixTime, holding state: DirectoryState, isAlone: Bool = false
  ) throws -> Store {
    try make(named: name, scenario, at: now, recipe: nil, rows: try Store.rows(of: state), isAlone: isAlone)
  }

  private func make(
    named name: String, _ scenario: String, at now: UnixTime, recipe: String?, rows: [Store.Row], isAlone: Bool
  ) throws(SQLiteError) -> Store {
    try use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        for old in try connection.rows("SELECT id FROM world WHERE name = ? OR ?", .text(name), SQLiteValue(isAlone)) {
          try Self.remove(world: old.int64(0), connection)
        }
        try connection.run(
          "INSERT INTO world (name, scenario, created, recipe) VALUES (?, ?, ?, ?)", .text(name), .text(scenario),
          .integer(now.ticks), SQLiteValue(recipe))
        let store = Store(database: self, world: connection.lastInsertedRow, keepsChangesOnly: recipe != nil)
        try store.write(rows, connection)
        return store
      }
    }
  }

  /// Removes a world with all it had; nothing happens when there is none of that name.
  package func removeWorld(named name: String) throws(SQLiteError) {
    try use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        guard let old = try connection.first("SELECT id FROM world WHERE name = ?", .text(name)) else { return }
        try Self.remove(world: old.int64(0), connection)
      }
    }
  }

  private static func remove(world: Int64, _ connection: SQLiteConnection) throws(SQLiteError) {
    try clear(world: world, objects: true, connection)
    try connection.run("DELETE FROM snapshot WHERE world = ?", .integer(world))
    try connection.run("DELETE FROM world WHERE id = ?", .integer(world))
  }

  static func clear(world: Int64, objects: Bool, _ connection: SQLiteConnection) throws(SQLiteError) {
    try connection.run(
      "DELETE FROM refresh_token WHERE grant_id IN (SELECT id FROM sign_in_grant WHERE world = ?)", .integer(world))
    for table in ["session", "code", "sign_in_grant", "sign_in_flow", "device_code"] + (objects ? ["object"] : []) {
      try connection.run("DELETE FROM \(table) WHERE world = ?", .integer(world))
    }
  }
}

extension Store {
  /// Begins the world anew, in one step: everything handed out is forgotten, and the directory is `state`; nil for the one of the
  /// seeds, where changes only are kept.
  package func beginAnew(with state: DirectoryState?) throws {
    let rows = try state.map { try Self.rows(of: $0) } ?? []
    try database.use { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        try Database.clear(world: world, objects: true, connection)
        try write(rows, connection)
      }
    }
  }
}
