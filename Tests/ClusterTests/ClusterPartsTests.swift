#if CLUSTER
  import Crypto
  import Expectations
  import HTTPServer
  import JSON
  import Testing
  import Time

  @testable import Cluster
  @testable import PostgreSQL

  /// The parts of a cluster that need no PostgreSQL. clients/cluster has the rest.
  struct ClusterPartsTests {
    // MARK: Rendezvous

    @Test func everyServerNamesTheSameWinnerAndFewWorldsMove() {
      let worlds = (0..<3_000).map { WorldNumber.number(of: "w\($0)") }
      let three: [Int64] = [11, 12, 13]
      let before = worlds.map { Rendezvous.winner(for: $0, among: three) }
      expectEqual(worlds.map { Rendezvous.winner(for: $0, among: three.reversed()) }, before)
      for server in three { #expect(before.count { $0 == server } > 850) }
      // A fourth server takes a quarter, and nothing moves between the others.
      let after = worlds.map { Rendezvous.winner(for: $0, among: three + [14]) }
      #expect(zip(before, after).allSatisfy { $0 == $1 || $1 == 14 })
      #expect((600...900).contains(after.count { $0 == 14 }))
      // When one goes, only its own worlds move.
      let fewer = worlds.map { Rendezvous.winner(for: $0, among: [11, 13]) }
      #expect(zip(before, fewer).allSatisfy { $0 == 12 || $0 == $1 })
      expectNil(Rendezvous.winner(for: 1, among: []))
    }

    @Test func aWorldsNumberFollowsFromItsNameAndIsNotNegative() {
      expectEqual(WorldNumber.number(of: "t1"), WorldNumber.number(of: "t1"))
      #expect(WorldNumber.number(of: "t1") != WorldNumber.number(of: "t2"))
      #expect((0..<1_000).allSatisfy { WorldNumber.number(of: "w\($0)") >= 0 })
    }

    // MARK: Names of places

    @Test(arguments: [
      ("postgresql://db/mockidp", "postgresql://db/mockidp"),
      ("postgresql://user:se@cret@db:5433/mockidp?sslmode=require", "postgresql://db:5433/mockidp"),
      ("host=db password=secret dbname=mockidp", "PostgreSQL (host=db dbname=mockidp)"),
      ("postgresql:///mockidp", "postgresql:///mockidp"),
    ])
    func aPlaceIsNamedWithoutItsPassword(conninfo: String, name: String) {
      expectEqual(placeName(of: conninfo), name)
      #expect(!placeName(of: conninfo).contains("cret"))
    }

    @Test(
      arguments: [
        ("https://10.1.2.3:8443", RelayPeer(host: "10.1.2.3", port: 8443)),
        ("https://node-1.example.test:1/", RelayPeer(host: "node-1.example.test", port: 1)),
        ("https://[::1]:8443", RelayPeer(host: "::1", port: 8443)),
        ("http://10.1.2.3:8443", nil), ("https://10.1.2.3", nil), ("https://:8443", nil), ("https://a:0", nil),
        ("https://a:70000", nil), ("https://a/b:1", nil), ("", nil),
      ] as [(String, RelayPeer?)])
    func anAdvertisedAddressIsHostAndPort(url: String, peer: RelayPeer?) {
      expectEqual(RelayPeer(advertised: url), peer)
    }

    // MARK: Secrets

    private static let secrets = ClusterSecrets(
      authority: .init(certificate: "A", key: "B"), relayAuthority: .init(certificate: "C", key: "D"),
      signingKeys: ["current": "E", "next": "F"], controlToken: nil)

    @Test func secretsAreReadByWhoHasTheKeyAndByNobodyElse() throws {
      let key = try ClusterKey(Array("0123456789abcdef0123456789abcdef\n".utf8), path: "key")
      let same = try ClusterKey(Array("  0123456789abcdef0123456789abcdef".utf8), path: "key")
      let other = try ClusterKey(Array("0123456789abcdef0123456789abcdeF".utf8), path: "key")
      let sealed = try key.seal(Self.secrets.json.serialized, by: SystemEntropy())
      let text = try #require(same.open(sealed))
      expectEqual(ClusterSecrets(try JSONValue.parse(text))?.json, Self.secrets.json)
      expectNil(other.open(sealed))
      for place in [0, 11, 12, 40, sealed.count - 1] {
        var changed = sealed
        changed[place] ^= 1
        expectNil(same.open(changed), "byte \(place)")
      }
      for count in [0, 1, 12, 27, sealed.count - 1] { expectNil(same.open(Array(sealed.prefix(count)))) }
    }

    @Test(arguments: ["", "short", "  0123456789abcdef0123456789abcde   \n"])
    func aFileThatIsTooShortIsNoKey(content: String) {
      let error = #expect(throws: ClusterError.self) { try ClusterKey(Array(content.utf8), path: "some.key") }
      expectEqual(error?.description.contains("some.key is not a key file"), true)
    }

    // MARK: Errors

    @Test(arguments: [
      ("3F000", "holds no cluster; make one with mockidp cluster init"),
      ("42P01", "holds no cluster; make one with mockidp cluster init"),
      ("42501", "give it the rights with mockidp cluster init --role"), ("53300", "refused: text"),
    ])
    func whatPostgreSQLRefusesBecomesASentenceWithARemedy(state: String, part: String) {
      let error = ClusterError(PostgreSQLError(.refused(state: state), "text"), at: "postgresql://db/x")
      #expect(error.description.contains(part) && error.description.hasPrefix("postgresql://db/x"))
    }

    @Test(arguments: [
      ("57P01", true), ("57P03", true), ("08006", true), ("25006", true), ("23505", false), ("40001", false),
    ])
    func someRefusalsMeanThatTheConnectionIsOver(state: String, isOver: Bool) {
      expectEqual(PostgreSQLError(.refused(state: state), "").isOfConnection, isOver)
    }

    // MARK: Values on the wire

    @Test func arraysHaveTheFormOfPostgreSQL() {
      expectEqual(PostgreSQLValue.bigints([]).bytes, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
      expectEqual(
        PostgreSQLValue.bigints([-1]).bytes,
        [
          0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 8, 255, 255, 255, 255, 255, 255, 255,
          255,
        ])
      expectEqual(
        PostgreSQLValue.byteas([[7], nil, []]).bytes,
        [
          0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 17, 0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 1, 7, 255, 255, 255, 255, 0, 0, 0, 0,
        ])
      expectNil(PostgreSQLValue.null.bytes)
    }

    @Test func aClockFollowsTheDatabaseAndDoesNotTremble() {
      let clock = ClusterClock()
      let uptime = ClusterClock.uptime
      let moment: Int64 = 17_000_000_000_000_000
      clock.set(to: moment, between: uptime, and: uptime + 1_000)
      let first = clock.now.ticks
      #expect(abs(first - moment) < 10 * UnixTime.ticksPerSecond)
      // A difference that the way there and back explains changes nothing.
      let offset = clock.now.ticks - ClusterClock.uptime
      clock.set(
        to: ClusterClock.uptime + offset + 5_000, between: ClusterClock.uptime, and: ClusterClock.uptime + 10_000)
      #expect(abs(clock.now.ticks - ClusterClock.uptime - offset) < 2_000)
      // A minute does.
      clock.set(
        to: ClusterClock.uptime + offset + 60 * UnixTime.ticksPerSecond, between: ClusterClock.uptime,
        and: ClusterClock.uptime)
      #expect(clock.now.ticks - ClusterClock.uptime - offset > 59 * UnixTime.ticksPerSecond)
    }
  }
#endif
