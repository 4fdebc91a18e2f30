import Bytes
import Directory
import Expectations
import SCIM
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import Provisioning

/// A product that notes, at each change of a group, where the cycle that sends it has its table of links.
private final class LinkWatcher: ProvisioningWire {
  private let server: ModelServer
  private let run = Mutex<CycleRun?>(nil)
  private let seen = Mutex<[UInt]>([])

  init(_ server: ModelServer) { self.server = server }

  /// The cycle that is looked at; nil for none any more.
  func watch(_ run: CycleRun?) { self.run.withLock { $0 = run } }

  /// The address of the table at each change of a group. A copy of the table has another one.
  var places: [UInt] { seen.withLock { $0 } }

  func send(
    _ request: SCIMRequest, to tenant: SCIMTenant, token: String?, userAgent: String?, stamp: SCIMStamp
  ) throws(SCIMFailure) -> SCIMAnswer {
    if request.method == "PATCH", request.path.hasPrefix("/Groups/"), let run = run.withLock({ $0 }) {
      let place = run.state.withLock { state in withUnsafeBytes(of: state.job.links) { $0.load(as: UInt.self) } }
      seen.withLock { $0.append(place) }
    }
    return try server.send(request, to: tenant, token: token, userAgent: userAgent, stamp: stamp)
  }

  func send(_ request: SCIMTokenRequest) throws(SCIMFailure) -> SCIMAnswer { try server.send(request) }
}

/// The members of a group are sent without a copy of the table of all links. A cycle that holds one while it notes what was sent copies every
/// link of the app once a group. Such a copy is seen by its address, so nothing here depends on time.
@Suite struct LinkTableTests {
  @Test(arguments: [4, 40]) func membersOfAGroupAreSentWithoutACopyOfAllLinks(groups: Int) throws {
    let names = (0..<groups).map { "team\($0)" }
    let bench = try Bench(
      people: """
          users: { ann: { displayName: Ann Lee }, zed: { displayName: Zed Ray } }
          groups: { \(names.map { "\($0): { displayName: \($0), members: [ann, zed] }" }.joined(separator: ", ")) }
        """, assigned: "assignedGroups: [\(names.joined(separator: ", "))]")
    let world = bench.world
    let view = try #require(ProvisioningView(bench.test.app("product"), in: world.directory, at: world.now))
    let watcher = LinkWatcher(bench.server)
    let run = CycleRun(
      world: world, view: view, tenant: try SCIMTenant(#require(view.settings.tenantURL)), token: nil,
      job: ProvisioningJob(at: world.now),
      execution: ProvisioningExecution(id: SeededDirectory.derived("cycle", "1"), began: world.now, isInitial: true),
      form: SCIMForm(dialect: .standard), wire: watcher, isDryRun: false,
      record: { exchange, world in world.journal.keep(&exchange) })
    watcher.watch(run)
    defer { watcher.watch(nil) }
    let outcome = run.cycle(isInitial: true, seenChanges: 0)
    expectEqual(outcome.execution.state, .succeeded)
    expectEqual(outcome.job.links.values.count { $0.members?.count == 2 }, groups)
    expectEqual(watcher.places.count, groups)
    expectEqual(Set(watcher.places).count, 1)
  }
}
