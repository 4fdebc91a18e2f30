import Bytes
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import Platform
import Provisioning
import SCIM
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// A product in this process that answers at once: what is measured with it is the service's own processor time.
final class InstantServer: ProvisioningWire, DocumentSource {
  private static let nobody = answer(
    200, #"{"schemas":["\#(SCIMNames.listResponse)"],"totalResults":0,"Resources":[]}"#)
  private static let done = SCIMAnswer(status: 204)

  private let count = Atomic<Int>(0)
  private let creations = Atomic<Int>(0)
  private let service = Mutex<ProvisioningService?>(nil)

  init() { service.withLock { $0 = ProvisioningService(self) } }

  var provisioner: (any Provisioner)? { service.withLock { $0 } }
  /// How many requests came.
  var requests: Int { count.load(ordering: .acquiring) }
  /// How many users were created.
  var made: Int { creations.load(ordering: .acquiring) }

  private static func answer(_ status: Int, _ body: String) -> SCIMAnswer {
    SCIMAnswer(status: status, fields: ["Content-Type": SCIMRequest.scimType], body: Array(body.utf8))
  }

  func send(
    _ request: SCIMRequest, to tenant: SCIMTenant, token: String?, userAgent: String?, stamp: SCIMStamp
  ) throws(SCIMFailure) -> SCIMAnswer {
    let number = count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    switch request.method {
    case "GET": return Self.nobody
    case "POST":
      creations.wrappingAdd(1, ordering: .acquiringAndReleasing)
      return Self.answer(201, #"{"schemas":["\#(SCIMNames.user)"],"id":"\#(number)","active":true}"#)
    default: return Self.done
    }
  }

  func send(_ request: SCIMTokenRequest) throws(SCIMFailure) -> SCIMAnswer { Self.done }

  func perform<Value: Sendable>(
    _ name: String, trace: TraceContext?,
    _ work: @escaping @Sendable (any DocumentReader) throws(DocumentFault) -> Value,
    _ done: @escaping @Sendable (Result<Value, DocumentFault>) -> Void
  ) { done(.failure(DocumentFault("nothing is fetched in this test"))) }
}

/// What a cycle does for each user: so many requests, and work that grows with the users and with nothing else. This holds in a program that
/// is built for debugging. How long it takes is a matter of the release program, which `bench/run --only provisioning` holds against limits.
@Suite(.serialized) struct CostTests {
  /// Processor time of this thread, in seconds.
  private static var spent: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func cost(_ work: () throws -> Void) rethrows -> Double {
    let before = spent
    try work()
    return spent - before
  }

  /// A world of so many users, all of whom are provisioned.
  private func world(of users: Int, _ server: InstantServer) throws -> TestWorld {
    let test = try TestWorld(
      file: """
        clock: { start: 2026-01-05T09:00:00Z, frozen: true }
        world:
          users: { ann: { displayName: Ann Lee, department: Sales } }
          apps:
            product:
              type: web
              provisioning: { tenantUrl: "http://localhost:5001/scim", secretToken: t0ken, scope: all, groups: false }
        """, documents: server)
    let ann = try test.user("ann")
    let domain = ann.userPrincipalName.drop { $0 != "@" }
    try test.change { state in
      for number in 1..<users {
        var user = User(
          id: User.ID(SeededDirectory.derived("user", "\(number)")), tenant: ann.tenant, alias: "user-\(number)",
          userPrincipalName: "user-\(number)\(domain)", displayName: "User \(number)", createdAt: ann.createdAt)
        (user.givenName, user.surname, user.mail) = ("User", "\(number)", user.userPrincipalName)
        user.properties["department"] = "Sales"
        state.put(user)
      }
    }
    return test
  }

  private func run(_ kind: ProvisioningOrder.Kind, _ server: InstantServer, _ test: TestWorld) throws {
    let provisioner = try #require(server.provisioner)
    let report = try provisioner.carryOut(ProvisioningOrder(kind), for: test.app("product").id, in: test.world)
    expectEqual(report.execution.state, .succeeded)
  }

  /// The processor time of a first cycle and of one that looks at everybody again, for each user. The less of two: another thread may be in
  /// the way of one.
  private func costs(of users: Int) throws -> (first: Double, unchanged: Double) {
    var least = (first: Double.infinity, unchanged: Double.infinity)
    for _ in 0..<2 {
      let server = InstantServer()
      let test = try world(of: users, server)
      let first = try Self.cost { try run(.initial, server, test) }
      let all = server.made
      #expect(all >= users)
      // The probe; each user is asked for and then created; each manager is sent.
      let before = server.requests
      expectEqual(before, 1 + all * 2 + test.world.directory.usersInOrder.count { $0.manager != nil })
      // What another app or a sign-in leaves behind: the directory is looked at, and everybody is as before.
      try test.change { state in state.updateUser(state.usersInOrder[0].id) { $0.isPasswordExpired.toggle() } }
      let unchanged = try Self.cost { try run(.cycle, server, test) }
      expectEqual(server.requests, before + 1)
      least = (min(least.first, first / Double(all)), min(least.unchanged, unchanged / Double(all)))
    }
    return least
  }

  /// Work that grows with the square of the users would make this four times as much for each.
  @Test func eachUserCostsTheSameHoweverManyThereAre() throws {
    let (few, many) = (try costs(of: 100), try costs(of: 400))
    #expect(many.first < 2 * few.first)
    #expect(many.unchanged < 2 * few.unchanged)
  }

  @Test func thirtyDaysOfASmallWorldAreOneProbeACycle() throws {
    let server = InstantServer()
    let test = try world(of: 10, server)
    test.world.passTime(by: .minutes(1))
    let before = server.requests
    test.world.passTime(by: .days(30))
    expectEqual(server.requests - before, 1_080)
  }

  /// Each world has its own server, and each server gets its own world's users and nobody else's.
  @Test func fiftyWorldsSideBySide() async throws {
    let benches = try (0..<50).map { number in
      try Bench(
        people: """
            users: { ann: { displayName: Ann \(number) } }
            groups: { sellers: { displayName: Sellers \(number), members: [ann] } }
          """)
    }
    await withTaskGroup(of: Void.self) { group in
      for bench in benches {
        group.addTask { bench.world.passTime(by: .hours(2)) }
      }
    }
    for (number, bench) in benches.enumerated() {
      let (users, groups) = bench.server.state.withLock { ($0.users, $0.groups) }
      expectEqual(users.values.compactMap { $0["displayName"] }, [.string("Ann \(number)")])
      expectEqual(groups.values.compactMap { $0["displayName"] }, [.string("Sellers \(number)")])
      expectEqual(try bench.job().cycles, 4)
      expectEqual(bench.world.provisioning.requests.count { $0.method != "GET" }, 3)
    }
  }
}
