import Bytes
import Crypto
import JSON
import SQLite
import Testing
import Time

@testable import Directory

@Suite("Steps of the schema") struct MigrationTests {
  @Test("never change once they were released") func frozen() {
    let digest = SHA256.hash(Array(Schema.migrations[0].utf8)).prefix(8).map { Int($0) }
    #expect(digest == [15, 165, 157, 234, 131, 190, 241, 41])
  }

  @Test("bring a file of the first version forward with all that is in it") func forward() throws {
    try Sample.withDirectory { directory in
      let path = directory + "/old.db"
      do {
        // As the first version left it.
        let old = try SQLiteConnection(path: path)
        try old.execute(Schema.migrations[0])
        try old.execute("PRAGMA user_version = 1")
        try old.run(
          "INSERT INTO world (name, scenario, created) VALUES ('default', 'happy-path', ?)",
          .integer(Sample.start.ticks))
        try old.run(
          "INSERT INTO object (world, kind, id, position, document) VALUES (1, 'tenant', ?, 1, ?)",
          .blob(Sample.tenant.guid.bytes),
          .text(
            """
            {"id":"\(Sample.tenant)","alias":"contoso","displayName":"Contoso","domains":["contoso.com"],\
            "kind":"workforce","userConsent":"all","hasAdminConsentWorkflow":false,"region":"NA","createdAt":1}
            """))
      }
      let database = try Database(file: path)
      let known = try #require(try database.world(named: "default"))
      #expect(known.recipe == nil && !known.store.keepsChangesOnly)
      let state = try known.store.loadDirectory()
      #expect(state.tenantsInOrder.map(\.alias) == ["contoso"] && state.usersInOrder.isEmpty)
      try known.store.save(Sample.code(), handle: "h")
      try known.store.saveSnapshot(named: "s", memory: nil, at: Sample.start)
      #expect(try known.store.snapshots().map(\.name) == ["s"])
    }
  }
}
