import Directory
import Expectations
import HTTPWire
import JSON
import Provisioning
import SCIM
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

/// What the service does with apps that refuse, fail or are not there.
@Suite struct TroubleTests {
  struct Probe: Sendable {
    let status: Int?
    let body: String
    let code: String
  }

  static let probes = [
    Probe(status: 401, body: "{}", code: "SystemForCrossDomainIdentityManagementCredentialValidationFailure"),
    Probe(status: 404, body: "{}", code: "SystemForCrossDomainIdentityManagementServiceIncompatible"),
    Probe(
      status: 200, body: "<html>Sign in</html>",
      code: "SystemForCrossDomainIdentityManagementCredentialValidationFailure"),
    Probe(status: 200, body: "[]", code: "SystemForCrossDomainIdentityManagementServiceIncompatible"),
    Probe(status: nil, body: "", code: "Timeout"),
  ]

  @Test(arguments: probes) func badCredentialsBeginAQuarantineAtOnce(_ probe: Probe) throws {
    let bench = try Bench()
    bench.server.answer("GET /Users", with: probe.status, probe.body)
    let report = try bench.run()
    expectEqual(report.quarantine?.reason, .exception)
    expectEqual(report.execution.fault?.code, probe.code)
    expectEqual(bench.count(.provisioningQuarantined), 1)
    // Five minutes, then 40, 80 … up to a day.
    var waits: [Duration] = []
    for _ in 0..<9 {
      let next = UnixTime(ticks: try #require(bench.job().quarantine).nextAttempt)
      waits.append(next - bench.world.now)
      bench.world.passTime(to: next)
    }
    expectEqual(
      waits.map { $0.wholeSeconds / 60 }, [5, 40, 80, 160, 320, 640, 1_280, 1_440, 1_440])
    expectEqual(bench.count(.provisioningQuarantined), 1)
    bench.server.heal()
    bench.world.passTime(by: .days(1))
    expectNil(try bench.job().quarantine)
    expectEqual(bench.server.state.withLock { $0.users.count }, 2)
  }

  @Test func fourWeeksOfItSwitchTheJobOff() throws {
    let bench = try Bench()
    bench.server.answer("GET /Users", with: 401)
    bench.world.passTime(by: .days(40))
    expectEqual(try bench.job().isDisabled, true)
    let provisioner = try #require(bench.server.provisioner)
    expectEqual(provisioner.standing(of: try bench.test.app("product"), in: bench.world).state, "Disabled")
    expectNil(provisioner.nextCycle(of: try bench.test.app("product"), in: bench.world))
  }

  /// Each look at the recorder once made the next call deeper, and thirty days of cycles ended the stack.
  @Test func aRecorderLastsForThirtyDaysOfCycles() throws {
    let bench = try Bench("groups: false")
    let service = try #require(bench.server.provisioner as? ProvisioningService)
    service.record { exchange, world in world.journal.keep(&exchange) }
    bench.server.answer("POST /Users", with: 400)
    bench.world.passTime(by: .days(30))
    #expect(try bench.job().cycles > 1_000)
  }

  @Test func aFailedEntryIsTriedMoreAndMoreRarely() throws {
    let bench = try Bench("groups: false")
    bench.server.answer("POST /Users", with: 400, #"{"detail":"no"}"#)
    bench.world.passTime(by: .days(3))
    let attempts = bench.world.provisioning.requests.filter { $0.method == "POST" && $0.about == "ann" }.map(\.at)
    let start = try #require(UnixTime(iso8601: "2026-01-05T09:00:00Z"))
    expectEqual(
      attempts.map { ($0 - start).wholeSeconds / 60 }, [0, 40, 360, 720, 1_440, 2_880, 4_320])
    let failed = try #require(bench.world.journal.exchanges.first { $0.events.contains(.provisioningFailed) })
    expectEqual(failed.resourceError, "SystemForCrossDomainIdentityManagementServiceIncompatible")
    bench.world.passTime(by: .days(40))
    expectEqual(try bench.job().escrowsPruned, true)
  }

  /// What makes an entry of Ann begin again that was given up after four weeks, and what does not.
  struct Revival: Sendable, CustomTestStringConvertible {
    let name: String
    let happens: @Sendable (Bench) throws -> Void
    /// Who is in the app afterwards.
    let users: Set<String>
    var testDescription: String { name }

    static func restart(_ scopes: Set<ProvisioningJob.RestartScope>) -> @Sendable (Bench) throws -> Void {
      { bench in
        let app = try bench.test.app("product").id
        bench.server.provisioner?.change(app, in: bench.world) { $0.restart(scopes) }
      }
    }
  }

  static let revivals = [
    Revival(name: "nothing", happens: { _ in }, users: []),
    Revival(
      name: "another user changes", happens: { bench in try bench.update("zed") { $0.displayName = "Zed Lee" } },
      users: ["Zed Lee"]),
    Revival(
      name: "she changes", happens: { bench in try bench.update("ann") { $0.displayName = "Ann Ray" } },
      users: ["Ann Ray"]),
    Revival(name: "a restart of the quarantine", happens: Revival.restart([.quarantine]), users: []),
    Revival(name: "a restart of failed entries", happens: Revival.restart([.escrows]), users: ["Ann Lee", "Zed Ray"]),
    Revival(
      name: "a restart from the beginning", happens: Revival.restart([.watermark]), users: ["Ann Lee", "Zed Ray"]),
  ]

  @Test(arguments: revivals) func whatIsGivenUpStaysSo(_ revival: Revival) throws {
    let bench = try Bench("groups: false, interval: 1d")
    bench.server.answer("POST /Users", with: 400)
    bench.world.passTime(by: .days(40))
    bench.server.heal()
    _ = bench.server.sent()
    try revival.happens(bench)
    bench.world.passTime(by: .days(2))
    let names = bench.server.state.withLock { Set($0.users.values.compactMap { $0["displayName"]?.string }) }
    expectEqual(names, revival.users)
    expectEqual(try bench.job().escrowsPruned, !revival.name.hasSuffix("entries"))
  }

  @Test func theLastFailureSaysThatNothingIsTriedAgain() throws {
    let bench = try Bench("groups: false, interval: 1d")
    bench.server.answer("POST /Users", with: 400)
    bench.world.passTime(by: .days(40))
    let texts = bench.world.provisioning.entries.compactMap(\.fault?.message)
    expectEqual(texts.last?.hasSuffix("before the object changes, or the job is restarted."), true)
    expectEqual(texts.dropLast(2).allSatisfy { $0.hasSuffix(" UTC") }, true)
    expectEqual(try bench.job().lastExecution?.escrowed, 0)
  }

  /// A change was refused for four weeks; the deletion is another thing, and is sent.
  @Test func whoIsDeletedForGoodIsDeletedAlthoughTheLastChangeWasGivenUp() throws {
    let bench = try Bench("groups: false, interval: 1d")
    try bench.run()
    bench.server.answer("PATCH /Users/u1", with: 400)
    try bench.perform(SetDeletedAction(user: .named("ann"), isDeleted: true))
    bench.world.passTime(by: .days(29))
    expectEqual(try bench.job().escrowsPruned, true)
    _ = bench.server.sent()
    bench.world.passTime(by: .days(2))
    expectEqual(bench.server.writes(), ["DELETE /Users/u1"])
  }

  /// References are tried as rarely as objects.
  @Test(arguments: [("PATCH /Users/u2", "ann"), ("PATCH /Groups/g3", "sellers")])
  func aReferenceIsTriedMoreAndMoreRarely(request: String, about: String) throws {
    let bench = try Bench(
      people: """
          users: { zed: { displayName: Zed Ray }, ann: { displayName: Ann Lee, manager: zed } }
          groups: { sellers: { displayName: Sellers, members: [ann, zed] } }
        """)
    bench.server.answer(request, with: 400)
    bench.world.passTime(by: .days(3))
    let start = try #require(UnixTime(iso8601: "2026-01-05T09:00:00Z"))
    let attempts = bench.world.provisioning.requests.filter { $0.method == "PATCH" && $0.about == about }
    expectEqual(
      attempts.map { ($0.at - start).wholeSeconds / 60 }, [0, 40, 360, 720, 1_440, 2_880, 4_320])
    bench.server.heal()
    bench.world.passTime(by: .days(1))
    expectEqual(try bench.job().escrows.isEmpty, true)
  }

  @Test func whoJoinsIsSentAlthoughAnotherMemberFailed() throws {
    let bench = try Bench(assigned: "assignedUsers: [ann, zed]\n      assignedGroups: [sellers]")
    bench.server.answer("PATCH /Groups/g3", with: 400)
    bench.world.passTime(by: .hours(2))
    bench.server.heal()
    try bench.leave("ann")
    bench.world.passTime(by: .minutes(40))
    expectEqual(bench.server.state.withLock { $0.groups["g3"]?["members"] }, [["value": "u2"]])
  }

  @Test func aChangeIsSentAtOnceAlthoughAnotherFailed() throws {
    let bench = try Bench("groups: false")
    bench.server.answer("POST /Users", with: 400)
    bench.world.passTime(by: .hours(2))
    bench.server.heal()
    try bench.update("ann") { $0.displayName = "Ann Ray" }
    bench.world.passTime(by: .minutes(40))
    expectEqual(bench.server.state.withLock { $0.users.values.map { $0["displayName"] } }, ["Ann Ray"])
  }

  struct Answer: Sendable {
    let request: String
    let status: Int
    var body = "{}"
    let code: String
  }

  static let answers = [
    Answer(
      request: "POST /Users", status: 409, code: "SystemForCrossDomainIdentityManagementServiceIncompatibleFiltering"),
    Answer(request: "POST /Users", status: 401, code: "Unauthorized"),
    Answer(request: "POST /Users", status: 500, code: "InternalServerError"),
    Answer(request: "POST /Users", status: 503, code: "WebExceptionProtocolError"),
    Answer(request: "POST /Users", status: 201, code: "SystemForCrossDomainIdentityManagementServiceIncompatible"),
    Answer(
      request: "GET /Users?filter=userName+eq+%22ann", status: 200,
      body: #"{"schemas":[],"totalResults":2,"Resources":[{"id":"a"},{"id":"b"}]}"#,
      code: "SystemForCrossDomainIdentityManagementMultipleEntriesInResponse"),
  ]

  @Test(arguments: answers) func answersHaveTheirCodes(_ answer: Answer) throws {
    let bench = try Bench("groups: false")
    bench.server.answer(answer.request, with: answer.status, answer.body)
    let report = try bench.run()
    expectEqual(report.entries.first?.fault?.code, answer.code)
    expectEqual(report.execution.state, .withFailures)
    expectEqual(try bench.job().escrows.isEmpty, false)
  }

  @Test func anObjectThatTheServerLostStaysFailedUntilARestart() throws {
    let bench = try Bench("groups: false")
    try bench.run()
    bench.server.state.withLock { $0.users = [:] }
    try bench.update("ann") { $0.displayName = "Ann Ray" }
    expectEqual(try bench.run().entries.first?.fault?.code, "InvalidAnchor")
    expectEqual(bench.server.state.withLock { $0.users.count }, 0)
    let app = try bench.test.app("product").id
    bench.server.provisioner?.change(app, in: bench.world) { $0.restart([.full]) }
    try bench.run()
    expectEqual(bench.server.state.withLock { $0.users.count }, 2)
  }

  @Test func tooManyDeletionsAreHeld() throws {
    let bench = try Bench("groups: false, accidentalDeletions: 2")
    try bench.run()
    _ = bench.server.sent()
    for name in ["ann", "zed"] { try bench.perform(SetEnabledAction(user: .named(name), isEnabled: false)) }
    let report = try bench.run()
    expectEqual(bench.server.writes(), [])
    expectEqual(report.quarantine?.reason, .tooManyDeletes)
    expectEqual(report.entries.map(\.action), [.stagedDelete, .stagedDelete])
    let app = try bench.test.app("product").id
    bench.server.provisioner?.change(app, in: bench.world) { $0.restart([.deletes]) }
    try bench.run()
    expectEqual(bench.server.writes().count, 2)
    expectNil(try bench.job().quarantine)
  }

  @Test func failuresBeginAQuarantineByTheirNumber() throws {
    let bench = try Bench("groups: false, quarantine: { minimum: 2, share: 40 }")
    bench.server.answer("POST /Users", with: 500)
    expectEqual(try bench.run().quarantine?.reason, .share)
  }

  @Test func anAppPutsTheRestOff() throws {
    let bench = try Bench("groups: false")
    bench.server.answer("POST /Users", with: 429, "{}", ["Retry-After": "120"])
    try bench.run()
    expectEqual(bench.server.writes().count, 1)
    bench.server.heal()
    bench.world.passTime(by: .minutes(2))
    expectEqual(bench.server.state.withLock { $0.users.count }, 2)
    expectEqual(try bench.job().cycles, 1)
  }

  @Test func aRuleAnswersInThePlaceOfTheApp() throws {
    let bench = try Bench(
      "groups: false",
      rest:
        "rules: [{ when: { endpoint: provisioning, action: create, user: ann, occurrence: 1 }, then: { respond: { status: 409 } } }]"
    )
    let report = try bench.run()
    expectEqual(report.entries.map(\.status), [.failure, .success])
    bench.world.passTime(by: .minutes(40))
    expectEqual(bench.server.state.withLock { $0.users.count }, 2)
  }

  @Test func tokensOfThreeKinds() throws {
    let own = try Bench("groups: false")
    try own.run()
    expectEqual(own.server.state.withLock { Set($0.tokens) }, ["t0ken"])
    expectEqual(
      own.world.provisioning.requests.allSatisfy { $0.fields.allSatisfy { $0.value != "Bearer t0ken" } }, true)
  }

  @Test func whatWasSentOutlivesASnapshot() throws {
    let bench = try Bench("groups: false")
    try bench.run()
    _ = try bench.world.saveSnapshot(named: "linked")
    let links = try bench.job().links
    let app = try bench.test.app("product").id
    bench.server.provisioner?.change(app, in: bench.world) { $0.restart([.full]) }
    _ = try bench.world.restoreSnapshot(named: "linked")
    expectEqual(try bench.job().links, links)
    try bench.world.reset()
    expectNil(bench.world.provisioning.job(of: app))
  }
}
