import Bytes
import Crypto
package import SQLite
package import Time

/// The part of the database that belongs to one world: sessions, codes, tokens, and the objects of the directory.
/// Every operation is one statement or one transaction.
package struct Store: Sendable {
  let database: Database
  /// The row of the world in the database.
  let world: Int64
  /// Whether the rows of its objects are changes against the seeds. False: they are the whole directory.
  package let keepsChangesOnly: Bool

  /// The first 16 bytes of the SHA-256 of a handle. The store keeps this in the place of a code, a token or a cookie.
  static func digest(_ handle: String) -> SQLiteValue { .blob(Array(SHA256.hash(Array(handle.utf8)).prefix(16))) }

  static func id(_ guid: GUID) -> SQLiteValue { .blob(guid.bytes) }

  static func list(_ values: [String]) -> SQLiteValue { .text(values.joined(separator: " ")) }
}

extension Database {
  /// A world that the database holds.
  package struct KnownWorld: Sendable {
    package let store: Store
    /// The scenario's name, as the caller of `makeWorld` gave it.
    package let scenario: String
    /// The world's name, unique in the database.
    package let name: String
    /// The recipe that the world was made from, in the form of the caller that made it. Nil for the default world.
    package let recipe: String?
  }

  /// The world of that name. Nil when there is none.
  package func world(named name: String) throws(SQLiteError) -> KnownWorld? {
    try use { connection throws(SQLiteError) in
      try connection.first("SELECT id, scenario, name, recipe FROM world WHERE name = ?", .text(name))
    }.map(known)
  }

  /// All worlds, in the order in which they were made.
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

  /// Makes a world without objects, in the place of any world of that name. A world with a recipe keeps only its
  /// changes against the seeds.
  package func makeWorld(
    named name: String, scenario: String, at now: UnixTime, recipe: String? = nil
  ) throws(SQLiteError) -> Store {
    try make(named: name, scenario, at: now, recipe: recipe, rows: [], isAlone: false)
  }

  /// Makes the first world of a database that ends with the process. Such a world keeps only its changes against the
  /// seeds, because no later process reads the seeds back.
  package func makePassingWorld(named name: String, scenario: String, at now: UnixTime) throws(SQLiteError) -> Store {
    let store = try make(named: name, scenario, at: now, recipe: nil, rows: [], isAlone: false)
    return Store(database: self, world: store.world, keepsChangesOnly: true)
  }

  /// Makes a world with that directory, whole or not at all, in the place of any world of that name. `isAlone`
  /// removes every other world too.
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

  /// Removes a world with all its rows and snapshots. Nothing happens when there is none of that name.
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
    let tables = ["session", "code", "refresh_token", "sign_in_grant", "sign_in_flow", "device_code"]
    for table in tables + (objects ? ["object"] : []) {
      try connection.run("DELETE FROM \(table) WHERE world = ?", .integer(world))
    }
  }
}

extension Store {
  /// Resets the world in one step: removes every session, code and token, and makes `state` its directory. Nil stands
  /// for the directory of the seeds; only a world that keeps changes can take it.
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
