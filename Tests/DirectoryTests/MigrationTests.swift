import Bytes
import Crypto
import Expectations
import Foundation
import JSON
import SQLite
import Testing
import Time

@testable import Directory

@Suite("Steps of the schema") struct MigrationTests {
  @Test("never change once they were released") func frozen() {
    let digests = Schema.migrations.prefix(5).map { Hex.encode(Array(SHA256.hash(Array($0.utf8)).prefix(8))) }
    expectEqual(
      digests, ["0fa59dea83bef129", "ddd9e854da853b65", "26aacb5a0d24691e", "40e32cef127b3f7b", "c9ff73c32c1d693a"])
  }

  /// Writes a store as that version of the tables left it.
  private func write(version: Int, to path: String) throws {
    let dump = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores/version-\(version).sql")
    try SQLiteConnection(path: path).execute(try String(contentsOf: dump, encoding: .utf8))
  }

  /// Every row, table by table, with the columns that the table had at first.
  private func rows(_ path: String, columns: [String: [String]] = [:]) throws -> (
    columns: [String: [String]], rows: [String: [[SQLiteValue]]]
  ) {
    let connection = try SQLiteConnection(path: path)
    var found: [String: [String]] = [:]
    var rows: [String: [[SQLiteValue]]] = [:]
    for table in try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'", transform: { $0.text(0) })
    where columns.isEmpty || columns[table] != nil {
      let names =
        try columns[table]
        ?? connection.query("SELECT name FROM pragma_table_info(?)", .text(table), transform: { $0.text(0) })
      found[table] = names
      let order = (1...min(3, names.count)).map { "\($0)" }.joined(separator: ", ")
      rows[table] = try connection.query("SELECT \(names.joined(separator: ", ")) FROM \(table) ORDER BY \(order)") {
        $0.values
      }
    }
    return (found, rows)
  }

  @Test("bring a store of every version forward with all that is in it", arguments: [1, 2, 3, 5])
  func forward(version: Int) throws {
    try Sample.withDirectory { directory in
      let path = directory + "/old.db"
      try write(version: version, to: path)
      let before = try rows(path)
      do { _ = try Database(file: path) }
      let after = try rows(path, columns: before.columns)
      expectEqual(after.rows, before.rows)
      #expect(before.rows["refresh_token"]?.count == 2 && before.rows["object"]?.isEmpty == false)
      let connection = try SQLiteConnection(path: path)
      try expectEqual(connection.first("PRAGMA user_version")?.int(0), Database.schemaVersion)
      try expectEqual(Self.schema(of: connection), Self.schema(of: Self.newest()))
    }
  }

  private static func newest() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    for step in Schema.migrations { try connection.execute(step) }
    return connection
  }

  /// Tables with their columns, and indexes.
  private static func schema(of connection: SQLiteConnection) throws -> [[SQLiteValue]] {
    try connection.query(
      """
      SELECT s.type, s.name, c.name, c.type FROM sqlite_schema s LEFT JOIN pragma_table_info(s.name) c
      WHERE s.name NOT LIKE 'sqlite_%' ORDER BY 1, 2, 3
      """
    ) { $0.values }
  }

  @Test("leave a store of every version that can be used", arguments: [1, 2, 3, 5]) func usable(version: Int) throws {
    try Sample.withDirectory { directory in
      let path = directory + "/old.db"
      try write(version: version, to: path)
      let database = try Database(file: path)
      let world = try #require(try database.world(named: "default"))
      #expect(world.scenario == "happy-path" && world.recipe == nil && !world.store.keepsChangesOnly)
      let state = try world.store.loadDirectory()
      #expect(state.tenantsInOrder.map(\.alias).contains("contoso"))
      let alice = try #require(state.user(named: "alice"))
      #expect(state.application(named: "mobile") != nil && !state.grants.isEmpty)
      // What was used up stays used up, what was revoked stays revoked.
      try expectEqual(world.store.useCode(handle: "1.Aused"), false)
      #expect(try world.store.useCode(handle: "1.Aopen"))
      try expectEqual(world.store.useCode(handle: "1.Aopen"), false)
      try expectEqual(world.store.refreshToken(handle: "1.Arevoked")?.isRevoked, true)
      let token = try #require(try world.store.refreshToken(handle: "1.Aalive"))
      #expect(!token.isRevoked && token.grant.user == alice.id)
      try world.store.add(refreshToken: "1.Anew", to: token, issuedAt: Sample.start)
      try expectEqual(world.store.sessions(ofBrowser: "browser").map(\.user), [alice.id])
      try expectEqual(world.store.flow(handle: "flow", browser: "browser")?.document, "{}")
      try expectEqual(world.store.deviceCode(handle: "device")?.state, .pending)
      try expectEqual(world.store.countPoll(handle: "device", at: Sample.start).count, 2)
      try expectEqual(world.store.sweep(Lifetimes(), at: Sample.start), 0)
      guard version > 1 else { return }
      let made = try #require(try database.world(named: "t1"))
      #expect(made.store.keepsChangesOnly && made.recipe?.contains("5a170000") == true)
      try expectEqual(made.store.loadDirectory(over: state).grants.count, state.grants.count - 1)
      try expectEqual(world.store.snapshots().map(\.name), ["kept"])
      try expectNotNil(world.store.restoreSnapshot(named: "kept"))
      try expectNotNil(world.store.refreshToken(handle: "1.Aalive"))
      try expectNil(world.store.refreshToken(handle: "1.Anew"))
    }
  }

  @Test("that are cut short leave the old store", arguments: [1, 2, 3, 5]) func interrupted(version: Int) throws {
    try Sample.withDirectory { directory in
      let path = directory + "/old.db"
      try write(version: version, to: path)
      let before = try rows(path)
      try SQLiteConnection(path: path).useWriteAheadLog()
      let connection = try SQLiteConnection(path: path)
      // So small a cache that changes reach the files before they are committed.
      try connection.execute("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
      for step in Schema.migrations[version...] { try connection.execute(step) }
      try connection.execute("PRAGMA user_version = \(Database.schemaVersion)")
      // The files as they are at this moment are what a killed process leaves.
      let copy = directory + "/copy.db"
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + suffix) {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      let second = directory + "/second.db"
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: copy + suffix) {
        try FileManager.default.copyItem(atPath: copy + suffix, toPath: second + suffix)
      }
      let old = try rows(second)
      #expect(old.columns == before.columns && old.rows == before.rows)
      try expectEqual(SQLiteConnection(path: second).first("PRAGMA user_version")?.int(0), version)
      // The next start takes all the steps.
      do { _ = try Database(file: copy) }
      try expectEqual(rows(copy, columns: before.columns).rows, before.rows)
      try expectEqual(SQLiteConnection(path: copy).first("PRAGMA user_version")?.int(0), Database.schemaVersion)
    }
  }
}
