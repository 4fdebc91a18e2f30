import Bytes
import Crypto
package import Directory
import SCIM
import Synchronization
package import Time
package import Worlds

/// Provisions the apps of worlds: Entra's provisioning service. One order or cycle of a world runs at a time.
package final class ProvisioningService: Provisioner {
  private let wire: any ProvisioningWire
  /// Keeps exchanges. A closure that is read out of a lock by itself grows by a layer each time, until the stack ends; in a struct it stays
  /// as it is.
  private struct Recorder: Sendable {
    let record: @Sendable (inout Exchange, World) -> Void
  }

  /// The server that is put together names its own.
  private let recorder = Mutex<Recorder?>(nil)

  package init(_ wire: any ProvisioningWire) { self.wire = wire }

  /// Has exchanges kept by that function in the place of the world's journal alone.
  package func record(by recorder: @escaping @Sendable (inout Exchange, World) -> Void) {
    self.recorder.withLock { $0 = Recorder(record: recorder) }
  }

  private var record: @Sendable (inout Exchange, World) -> Void {
    if let known = recorder.withLock({ $0 }) { return known.record }
    return { exchange, world in world.journal.keep(&exchange) }
  }

  // MARK: Orders

  package func carryOut(
    _ order: ProvisioningOrder, for app: Application.ID, in world: World
  ) throws(ProvisioningMistake) -> ProvisioningReport {
    Together.waitForPlace(world.provisioning.enter)
    defer { world.provisioning.leave() }
    guard let known = world.directory.applications[app], known.provisioning != nil else { throw .notProvisioned }
    switch order.kind {
    case .initial: return cycle(of: known, in: world, isInitial: true, isDryRun: order.isDryRun)
    case .cycle: return cycle(of: known, in: world, isInitial: false, isDryRun: order.isDryRun)
    case .user, .group: return try demand(order, for: known, in: world)
    }
  }

  package func change(
    _ app: Application.ID, in world: World, _ body: @escaping @Sendable (inout ProvisioningJob) -> Void
  ) {
    Together.waitForPlace(world.provisioning.enter)
    defer { world.provisioning.leave() }
    world.provisioning.update(app, at: world.now) { body(&$0) }
  }

  /// More cycles than this are not run at once, whatever rules do to the clock.
  private static let mostCycles = 50_000

  package func runDue(in world: World, upTo moment: UnixTime) {
    Together.waitForPlace(world.provisioning.enter)
    defer { world.provisioning.leave() }
    // The first movement of the clock begins the first cycles.
    let isMoving = moment > world.now
    for _ in 0..<Self.mostCycles {
      guard let (app, due) = nextDue(in: world, isMoving: isMoving), due <= moment else { return }
      if due > world.now { world.clock.set(to: due) }
      _ = cycle(of: app, in: world, isInitial: false, isDryRun: false)
    }
  }

  /// The app whose cycle is due first; of two at one time the first of the directory.
  private func nextDue(in world: World, isMoving: Bool) -> (Application, UnixTime)? {
    let directory = world.directory
    guard directory.applications.provisioned > 0 else { return nil }
    var first: (app: Application, due: UnixTime)?
    for app in directory.applicationsInOrder {
      guard let settings = app.provisioning else { continue }
      let now = world.now
      let job = world.provisioning.job(of: app.id) ?? world.provisioning.update(app.id, at: now) { $0 }
      guard var due = Timetable.next(job, settings) else { continue }
      if isMoving, job.lastBegan == nil, job.quarantine == nil { due = now }
      if first.map({ due < $0.due }) ?? true { first = (app, due) }
    }
    return first.map { ($0.app, $0.due) }
  }

  package func nextCycle(of app: Application, in world: World) -> UnixTime? {
    guard let settings = app.provisioning else { return nil }
    let job = world.provisioning.job(of: app.id) ?? world.provisioning.update(app.id, at: world.now) { $0 }
    return Timetable.next(job, settings)
  }

  package func standing(of app: Application, in world: World) -> ProvisioningStanding {
    guard let settings = app.provisioning, settings.tenantURL != nil else {
      return ProvisioningStanding(.notConfigured, state: "Disabled")
    }
    let job = world.provisioning.job(of: app.id)
    if job?.isDisabled == true { return ProvisioningStanding(.paused, state: "Disabled") }
    if settings.isStopped == true {
      return job?.lastBegan == nil
        ? ProvisioningStanding(.notRun, state: "Disabled") : ProvisioningStanding(.paused, state: "Paused")
    }
    return ProvisioningStanding(job?.quarantine == nil ? .active : .quarantine, state: "Active")
  }

  package func fault(of settings: ProvisioningSettings, for app: Application.ID, in world: World) -> ProvisioningFault?
  {
    guard var known = world.directory.applications[app] else { return nil }
    known.provisioning = settings
    known.provisioning?.provisionsGroups = true
    let job = ProvisioningJob(at: world.now)
    let execution = ProvisioningExecution(id: world.entropy.guid(), began: world.now, isInitial: false)
    do throws(ProvisioningFault) {
      return try run(known, in: world, job, execution, isDryRun: true, dialect: nil).probe().fault
    } catch { return error }
  }

  // MARK: Runs

  /// What a cycle needs before it begins.
  /// - Throws: what keeps it from beginning: no address, or no token.
  private func run(
    _ app: Application, in world: World, _ job: ProvisioningJob, _ execution: ProvisioningExecution, isDryRun: Bool,
    dialect: SCIMDialect?
  ) throws(ProvisioningFault) -> CycleRun {
    guard let view = ProvisioningView(app, in: world.directory, at: world.now) else {
      throw ProvisioningFault(.credentialsMissing, "The app belongs to no tenant of this world.")
    }
    guard let url = view.settings.tenantURL else {
      throw ProvisioningFault(.credentialsMissing, "The app has no tenant URL.")
    }
    let tenant: SCIMTenant
    do throws(SCIMTenant.Problem) { tenant = try SCIMTenant(url) } catch {
      throw ProvisioningFault(.invalidDomain, error.description)
    }
    var form = SCIMForm(dialect: dialect ?? tenant.dialect)
    form.take(view.settings)
    let token = try ProvisioningToken.find(view.settings, app: app, in: world, wire)
    return CycleRun(
      world: world, view: view, tenant: tenant, token: token, job: job, execution: execution, form: form, wire: wire,
      isDryRun: isDryRun, record: record)
  }

  private func cycle(of app: Application, in world: World, isInitial: Bool, isDryRun: Bool) -> ProvisioningReport {
    let (now, era, changes) = (world.now, world.provisioning.era, world.changeCount)
    var job = world.provisioning.update(app.id, at: now) { $0 }
    let isResumed = job.resumesAt != nil
    let isFirst = isInitial || job.watermark == nil
    if !isResumed {
      job.cycles += 1
      job.pauses = 0
    }
    (job.resumesAt, job.lastBegan) = (nil, now.ticks)
    let execution = ProvisioningExecution(id: world.entropy.guid(), began: now, isInitial: isFirst)
    let outcome: CycleOutcome
    do throws(ProvisioningFault) {
      let run = try run(app, in: world, job, execution, isDryRun: isDryRun, dialect: nil)
      outcome = run.cycle(isInitial: isInitial, seenChanges: changes)
    } catch {
      outcome = CycleOutcome.begunInVain(job, execution, error, at: now)
      if !isDryRun { note(outcome, app, world, error) }
    }
    return ended(outcome, cycle: outcome.job.cycles, of: app, in: world, since: era, isDryRun: isDryRun)
  }

  /// Keeps what a run leaves, and tells it.
  private func ended(
    _ outcome: CycleOutcome, cycle: Int?, of app: Application, in world: World, since era: Int, isDryRun: Bool
  ) -> ProvisioningReport {
    if !isDryRun {
      world.provisioning.put(outcome.job, of: app.id, since: era)
      world.provisioning.note(outcome.entries)
      // What cannot be kept now is kept with the next change.
      try? world.keepMemory()
    }
    return ProvisioningReport(
      cycle: cycle, execution: outcome.execution, entries: outcome.entries, quarantine: outcome.job.quarantine)
  }

  /// The exchange of a cycle that could not begin.
  private func note(_ outcome: CycleOutcome, _ app: Application, _ world: World, _ fault: ProvisioningFault) {
    var exchange = Exchange(
      traceID: world.entropy.guid(), correlationID: outcome.execution.id, startedAt: world.now, method: "GET", host: "",
      path: "/Users")
    exchange.endpoint = .provisioning
    exchange.action = .cycle
    exchange.note(client: app)
    exchange.resourceError = fault.code
    exchange.because("cycle \(outcome.job.cycles) could not begin: \(fault.message)")
    exchange.note(.provisioningCycle)
    if outcome.job.quarantine?.seriesCount == 1 { exchange.note(.provisioningQuarantined) }
    do { try world.concludeRules(&exchange) } catch { exchange.because("a rule failed: \(error)") }
    record(&exchange, world)
  }

  private func demand(
    _ order: ProvisioningOrder, for app: Application, in world: World
  ) throws(ProvisioningMistake) -> ProvisioningReport {
    let (now, era) = (world.now, world.provisioning.era)
    guard app.provisioning?.tenantURL != nil else { throw .credentialsMissing }
    let job = world.provisioning.update(app.id, at: now) { $0 }
    let execution = ProvisioningExecution(id: world.entropy.guid(), began: now, isInitial: false)
    let run: CycleRun
    do throws(ProvisioningFault) {
      // On demand the standard dialect is sent, whatever the flags say (Microsoft: "Known issues").
      run = try self.run(app, in: world, job, execution, isDryRun: order.isDryRun, dialect: .standard)
    } catch { throw .notPossible("\(error.code): \(error.message)") }
    let outcome = try run.demand(order.kind)
    return ended(outcome, cycle: nil, of: app, in: world, since: era, isDryRun: order.isDryRun)
  }
}

extension SCIMForm {
  /// The options of the settings, which have the same names.
  mutating func take(_ settings: ProvisioningSettings) {
    if let form = settings.activeForm { activeAs = form == .text ? .text : .boolean }
    if let order = settings.bodyOrder { bodyOrder = order == .schemas ? .schemas : .operations }
    if let form = settings.memberForm { memberRef = form == .none ? .none : .null }
    if let form = settings.missingForm { missing = form == .add ? .add : .replace }
    emptyRoles = settings.sendsEmptyRoles ?? false
    membersPerRequest = settings.membersPerRequest ?? 1_000
  }
}
