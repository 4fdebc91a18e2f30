import Expectations
import SQLite
import Testing

@testable import Directory

/// A database that may not grow: whatever needs a further page fails as on a full disk.
@Suite("On a full disk") struct FullStoreTests {
  private static func fill(_ database: Database) throws {
    let used = try database.use { connection throws(SQLiteError) in
      // Its last free room goes, too.
      try connection.execute("CREATE TABLE filler (bytes BLOB)")
      let count = try connection.first("PRAGMA page_count")?.int(0) ?? 0
      _ = try connection.first("PRAGMA max_page_count = \(count)")
      return count
    }
    #expect(used > 0)
    while (try? database.use { connection throws(SQLiteError) in
      try connection.run("INSERT INTO filler VALUES (zeroblob(300))")
    }) != nil {}
  }

  private static func free(_ database: Database) throws {
    try database.use { connection throws(SQLiteError) in
      _ = try connection.first("PRAGMA max_page_count = 1000000")
    }
  }

  private static func isFull(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      return (error as? SQLiteError)?.isFull == true && StoreTrouble.reason(of: error)?.contains("disk is full") == true
    }
  }

  @Test("a redemption that cannot be kept uses no code up") func redemption() throws {
    let database = try Database()
    let store = try Sample.store(in: database)
    try store.save(Sample.code(), handle: "h")
    try Self.fill(database)
    let handles = (0..<200).map { "r\($0)" }
    // There may be room for some rows yet; the first grant that has none must leave its code alone.
    var kept: [String] = []
    for handle in handles {
      let new = Store.NewGrant(Sample.grant(), refreshToken: handle, issuedAt: Sample.start, endsAt: nil)
      if Self.isFull({ _ = try store.begin(new) }) { break }
      kept.append(handle)
    }
    #expect(kept.count < handles.count)
    let new = Store.NewGrant(Sample.grant(), refreshToken: "last", issuedAt: Sample.start, endsAt: nil)
    #expect(Self.isFull { _ = try store.useCode(handle: "h", beginning: new) })
    try expectEqual(store.code(handle: "h")?.isUsed, false)
    try expectNil(store.refreshToken(handle: "last"))
    for handle in kept { try expectNotNil(store.refreshToken(handle: handle)) }
    try Self.free(database)
    #expect(try store.useCode(handle: "h", beginning: new))
    try expectEqual(store.useCode(handle: "h", beginning: new), false)
    try expectNotNil(store.refreshToken(handle: "last"))
  }

  @Test("a world is made whole or not at all, and the old one of its name stays") func world() throws {
    let database = try Database()
    let old = try Sample.store(in: database)
    try old.save(Sample.code(), handle: "h")
    try Self.fill(database)
    let state = Sample.seeds().state
    #expect(
      Self.isFull {
        _ = try database.makeWorld(named: "other", scenario: "happy-path", at: Sample.start, holding: state)
      })
    try expectEqual(database.worlds().map(\.name), ["default"])
    try expectNotNil(old.code(handle: "h"))
    try expectEqual(old.loadDirectory().contents, state.contents)
  }

  @Test("a world that is alone has no neighbours, from the same moment on") func alone() throws {
    let database = try Database()
    _ = try Sample.store(in: database)
    _ = try database.makeWorld(named: "t1", scenario: "happy-path", at: Sample.start, recipe: "{}")
    let new = try database.makeWorld(
      named: "default", scenario: "other", at: Sample.start, holding: Sample.seeds().state, isAlone: true)
    try expectEqual(database.worlds().map(\.name), ["default"])
    try expectEqual(new.loadDirectory().contents, Sample.seeds().state.contents)
  }
}
