#if CLUSTER
  import Bytes
  import Expectations
  import JSON
  import SQLite
  import Synchronization
  import Testing
  import Time

  @testable import Directory

  /// The rows of a world go from one database to another, as a cluster moves them.
  struct MovedWorldTests {
    /// Keeps the newest image of each row, as PostgreSQL does.
    private final class Replicator: RowReplicator {
      private struct Key: Hashable {
        let world: Int64
        let kind: Int64
        let key: [UInt8]
      }

      private let images = Mutex<[Key: ReplicatedRow]>([:])

      func began(_ recorder: ChangeRecorder) {}

      func keep(_ rows: [ChangeRecorder.Row]) {
        images.withLock { images in
          for recorded in rows {
            for row in ReplicatedRow.rows(of: recorded) {
              let key = Key(world: recorded.owner, kind: row.kind, key: row.key)
              images[key] = row.image == nil ? nil : row
            }
          }
        }
      }

      func rows(of world: Int64) -> [ReplicatedRow] {
        images.withLock { images in images.filter { $0.key.world == world }.map(\.value) }
      }
    }

    private static let sealing = Sealing(seal: { $0 }, open: { $0 })
    private let replicator = Replicator()

    private func store(_ replicator: Replicator) throws -> Store {
      let database = try Database(replicator: replicator, sealing: Self.sealing)
      return try database.placeWorld(4_711, named: "t1", scenario: "happy-path", madeAt: 0, recipe: "{}")
    }

    private static let grant = SignInGrant(
      client: Application.ID(GUID.zero), user: User.ID(GUID.zero), tenant: Tenant.ID(GUID.zero), platform: .native,
      scope: "openid",
      signIn: SignInFacts(session: nil, authenticatedAt: UnixTime(ticks: 5), methods: ["pwd"]), capabilities: [])

    @Test func whatAWorldHasHandedOutIsGoodInTheOtherDatabase() throws {
      let first = try store(replicator)
      try first.begin(Self.grant, refreshToken: "token", issuedAt: UnixTime(ticks: 7), endsAt: nil)
      try first.saveFlow("{}", handle: "flow", browser: "browser", startedAt: UnixTime(ticks: 8))
      try first.saveMemory(["clock": "later"])

      let second = try store(Replicator())
      try second.readIn(replicator.rows(of: second.row))
      try expectEqual(second.refreshToken(handle: "token")?.grant, Self.grant)
      try expectEqual(second.memory()?["clock"], "later")
      // A world that is gone on from here has numbers of its own that do not meet those of before.
      try second.begin(Self.grant, refreshToken: "next", issuedAt: UnixTime(ticks: 9), endsAt: nil)
      try expectEqual(second.refreshTokens(GrantSelection()).count, 2)
    }

    @Test func aTokenThatWasRevokedDoesNotComeBack() throws {
      let first = try store(replicator)
      try first.begin(Self.grant, refreshToken: "token", issuedAt: UnixTime(ticks: 7), endsAt: nil)
      try expectEqual(first.revokeRefreshTokens(GrantSelection()), 1)
      let second = try store(Replicator())
      try second.readIn(replicator.rows(of: second.row))
      try expectEqual(second.refreshToken(handle: "token")?.isRevoked, true)
    }

    @Test func readingInTakesThePlaceOfWhatWasThereAndIsNotKeptAgain() throws {
      let own = Replicator()
      let second = try store(own)
      try second.begin(Self.grant, refreshToken: "old", issuedAt: UnixTime(ticks: 1), endsAt: nil)
      let before = own.rows(of: second.row).count
      try second.readIn([])
      try expectNil(second.refreshToken(handle: "old"))
      expectEqual(own.rows(of: second.row).count, before)
    }

    @Test func letGoLeavesTheRowsElsewhereAlone() throws {
      let first = try store(replicator)
      try first.begin(Self.grant, refreshToken: "token", issuedAt: UnixTime(ticks: 7), endsAt: nil)
      let kept = Set(replicator.rows(of: first.row))
      try first.letGo()
      try expectNil(first.refreshToken(handle: "token"))
      expectEqual(Set(replicator.rows(of: first.row)), kept)
    }

    @Test(arguments: [
      ReplicatedRow(kind: 6, key: [], image: nil), ReplicatedRow(kind: 6, key: [], image: [0]),
      ReplicatedRow(kind: 6, key: [], image: [0xFF, 0xFF]), ReplicatedRow(kind: 6, key: [], image: [0, 7, 0x74]),
      ReplicatedRow(kind: 6, key: [], image: [0, 7, 0x6E]),
    ])
    func aRowThatCannotBeReadLeavesTheWorldEmptyAndSaysWhichTable(row: ReplicatedRow) throws {
      let second = try store(Replicator())
      let error = #expect(throws: SQLiteError.self) { try second.readIn([row]) }
      expectEqual(error?.isCorrupt, true)
      #expect(try second.refreshTokens(GrantSelection()).isEmpty)
    }

    @Test func anOlderProgramsRowsAreRead() throws {
      // A session as the schema had it at version 4; nothing was added to it since.
      let values: [SQLiteValue] = [
        .blob([UInt8](repeating: 1, count: 16)), .blob(GUID.zero.bytes), .blob(GUID.zero.bytes), 5, "pwd", 0, 6,
      ]
      let row = ReplicatedRow(kind: 3, key: [], image: [0, 4] + PackedValues.bytes(of: values))
      let second = try store(Replicator())
      try second.readIn([row])
      try expectEqual(second.sessions().count, 1)
    }
  }
#endif
