import Bytes
import Directory
import SCIM
import Synchronization
import Time
import Worlds

/// What a cycle leaves.
struct CycleOutcome: Sendable {
  var job: ProvisioningJob
  var execution: ProvisioningExecution
  var entries: [ProvisionedEntry]

  /// Of a cycle that could not begin.
  static func begunInVain(
    _ job: ProvisioningJob, _ execution: ProvisioningExecution, _ fault: ProvisioningFault, at now: UnixTime
  ) -> CycleOutcome {
    var outcome = CycleOutcome(job: job, execution: execution, entries: [])
    outcome.fail(.exception, fault, at: now)
    return outcome
  }

  /// Notes that the cycle failed as a whole: the job is in quarantine, and off after four weeks of it.
  mutating func fail(_ reason: ProvisioningQuarantine.Reason, _ fault: ProvisioningFault, at now: UnixTime) {
    execution.state = .failed
    execution.fault = fault
    let quarantine = Timetable.quarantine(job.quarantine, reason, fault, at: now)
    job.quarantine = quarantine
    job.failures += 1
    job.lastExecution = execution
    if now - UnixTime(ticks: quarantine.seriesBegan) >= Timetable.patience { job.isDisabled = true }
  }
}

extension CycleRun {
  /// Runs the cycle to its end. `seenChanges` is the world's count of changes before the directory was read.
  func cycle(isInitial: Bool, seenChanges: Int) -> CycleOutcome {
    let before = job { $0 }
    let mustBeginAnew = isInitial || before.watermark == nil || before.configuration != view.configuration
    var exchange = exchange(.cycle, "GET", "/Users")
    if mustBeginAnew {
      change { state in
        state.job.beginInitial(coversAll: settings.scope == .all)
        state.job.configuration = view.configuration
        state.execution.isInitial = true
      }
    }
    let isUnchanged =
      !mustBeginAnew && before.seenChanges == seenChanges && before.quarantine == nil
      && !before.escrows.values.contains { $0.nextAttempt <= now.ticks }
    let ruled: Result<SCIMAnswer?, ProvisioningFault>
    do throws(ProvisioningFault) { ruled = .success(isDryRun ? nil : try consult(&exchange)) } catch {
      ruled = .failure(error)
    }
    let plan = isUnchanged ? CyclePlan() : CyclePlan(view, job { $0 })
    let isProbed = !(isUnchanged && settings.probesEmptyCycles == false)
    if let fault = opening(ruled, isProbed: isProbed, &exchange) {
      return ended(.exception, fault, &exchange)
    }
    if let threshold = settings.deletionThreshold, plan.removals >= threshold, !before.forcesDeletes {
      return staged(plan, threshold, &exchange)
    }
    carryOut(plan)
    change { $0.job.seenChanges = plan.hasDeletedUsers || $0.job.pending > 0 ? nil : seenChanges }
    return ended(plan, &exchange)
  }

  /// The probe, or what a rule wants in its place. Nil: the cycle goes on.
  private func opening(
    _ ruled: Result<SCIMAnswer?, ProvisioningFault>, isProbed: Bool, _ exchange: inout Exchange
  ) -> ProvisioningFault? {
    switch ruled {
    case .failure(let fault): return fault
    case .success(let answer?):
      exchange.status = answer.status
      return Judgement.probe(answer)
    case .success(nil): break
    }
    guard isProbed else {
      exchange.because("nothing has changed, and probeEmptyCycles is off: nothing is sent")
      return nil
    }
    let (fault, status) = probe()
    exchange.status = status
    return fault
  }

  private func carryOut(_ plan: CyclePlan) {
    let atOnce = isDryRun ? 1 : settings.parallel ?? 1
    change { $0.makeRoom(for: plan.users.count) }
    _ = Together.run(plan.users.count, atOnce: atOnce) { index in
      let entry = plan.users[index]
      if !self.isPutOff { self.run(Item(entry.subject), for: entry) }
    }
    sendPostponed()
    for entry in plan.groups where !isPutOff { run(entry) }
    sendPostponed()
    if isDryRun { imagineCreated() }
    if !isPutOff { sendManagers(plan.users.lazy.map(\.subject)) }
    sendPostponed()
    for party in plan.memberships where !isPutOff { sendMembers(party) }
    sendPostponed()
    change { $0.handled = plan.users.count + plan.groups.count + plan.memberships.count }
  }

  /// Lets those whom a dry run would create count as created, so that it shows them as managers and members too. Their ids are made up: only
  /// the app could say what it would call them.
  func imagineCreated() {
    change { state in
      let created = state.entries.filter { $0.action == .create && $0.status == .success }
      for entry in created where state.job.links[entry.source] == nil {
        var link = ProvisioningJob.Link(target: "id-of-\(entry.sourceName)")
        if entry.isGroup {
          link.members = []
          state.groupsWithMembers[entry.source] = false
        } else {
          state.managers[entry.source] = .some(nil)
        }
        state.job.links[entry.source] = link
      }
    }
  }

  private func run(_ item: Item, for entry: CyclePlan.UserEntry) { run(item, entry.step, entry.reasons) }

  private func run(_ entry: CyclePlan.GroupEntry) {
    if let party = entry.party { return run(Item(party), entry.step, entry.reasons) }
    run(Item(goneGroup: entry.id), entry.step, entry.reasons)
  }

  /// A cycle whose disables and deletes are too many: nothing is sent, and people are asked.
  private func staged(_ plan: CyclePlan, _ threshold: Int, _ exchange: inout Exchange) -> CycleOutcome {
    func stage(_ id: GUID, _ name: String, isGroup: Bool, _ reasons: [String]) {
      var entry = entry(id, name, isGroup: isGroup)
      entry.target = job { $0.links[id]?.target }
      (entry.action, entry.status, entry.reasons) = (.stagedDelete, .skipped, reasons)
      note(entry)
    }
    for entry in plan.users where entry.step == .delete || entry.step == .compare(as: .disable) {
      stage(entry.subject.id, entry.subject.user.userPrincipalName, isGroup: false, entry.reasons)
    }
    for entry in plan.groups where entry.step == .delete {
      stage(entry.id, entry.party?.group.displayName ?? "", isGroup: true, entry.reasons)
    }
    return ended(
      .tooManyDeletes,
      ProvisioningFault(
        .tooManyDeletes,
        "\(plan.removals) users and groups would be disabled or deleted, and \(threshold) is the threshold. Nothing was sent. Allow it by a "
          + "restart with ForceDeletes, or bring them back and restart."), &exchange)
  }

  // MARK: Ends

  private func ended(
    _ reason: ProvisioningQuarantine.Reason, _ fault: ProvisioningFault, _ exchange: inout Exchange
  ) -> CycleOutcome {
    var outcome = outcome
    let old = outcome.job.quarantine
    outcome.fail(reason, fault, at: now)
    outcome.execution.ended = world.now.ticks
    exchange.resourceError = fault.code
    exchange.because("cycle \(outcome.job.cycles) failed: \(fault.code): \(fault.message)")
    if let quarantine = outcome.job.quarantine {
      exchange.because(
        "quarantine (\(quarantine.reason.rawValue)): the next try is at \(UnixTime(ticks: quarantine.nextAttempt).iso8601)"
      )
    }
    conclude(&exchange, isQuarantine: old?.reason != reason)
    return outcome
  }

  private func ended(_ plan: CyclePlan, _ exchange: inout Exchange) -> CycleOutcome {
    var outcome = outcome
    let (failures, handled, pause) = state.withLock { ($0.failures, $0.handled, $0.pause) }
    let isWritten = outcome.execution.exported > 0
    outcome.execution.ended = world.now.ticks
    outcome.execution.escrowed = outcome.job.pending
    outcome.execution.users = outcome.job.links.values.count { $0.members == nil }
    outcome.execution.groups = outcome.job.links.count - outcome.execution.users
    outcome.execution.entitled = outcome.job.links.values.count { $0.isActive }
    if failures != (0, 0) { outcome.execution.state = .withFailures }
    exchange.because(
      "cycle \(outcome.job.cycles), \(outcome.execution.isInitial ? "initial" : "incremental"): \(plan.users.count) users and "
        + "\(plan.groups.count) groups to look at; \(outcome.execution.exported) written, "
        + "\(failures.base + failures.references) failed")
    outcome.job.watermark = now.ticks
    outcome.job.forcesDeletes = false
    if let pause {
      outcome.job.pauses += 1
      outcome.job.resumesAt = (now + pause).ticks
      exchange.because("the app wants the rest put off by \(pause.shortText) (Retry-After)")
    }
    if let reason = Timetable.threshold(
      settings, base: failures.base, references: failures.references, entries: handled)
    {
      let old = outcome.job.quarantine
      let fault =
        outcome.job.escrows.values.map(\.fault).first ?? ProvisioningFault(.internalError, "Too many entries failed.")
      outcome.fail(reason, fault, at: now)
      exchange.resourceError = fault.code
      exchange.because(
        "quarantine (\(reason.rawValue)): \(failures.base + failures.references) of \(handled) entries failed")
      conclude(&exchange, isQuarantine: old?.reason != reason)
      return outcome
    }
    if let old = outcome.job.quarantine {
      outcome.job.quarantine = nil
      exchange.because("the cause of the quarantine (\(old.reason.rawValue)) is gone")
    }
    outcome.job.failures = 0
    outcome.job.lastExecution = outcome.execution
    outcome.job.lastSuccessful = outcome.execution
    if isWritten { outcome.job.lastWithExports = outcome.execution }
    if !isWritten, failures == (0, 0) {
      outcome.job.steadyFirst = outcome.job.steadyFirst ?? now.ticks
      outcome.job.steadyLast = now.ticks
    }
    conclude(&exchange, isQuarantine: false)
    return outcome
  }

  private func conclude(_ exchange: inout Exchange, isQuarantine: Bool) {
    guard !isDryRun else { return }
    exchange.note(.provisioningCycle)
    if isQuarantine { exchange.note(.provisioningQuarantined) }
    _ = conclude(&exchange, nil)
  }
}

extension CycleRun.Item {
  /// A group that the directory does not have any more.
  init(goneGroup id: GUID) {
    self.id = id
    name = "\(id)"
    kind = .groups
    values = Mapping.Values()
    user = nil
    group = nil
  }
}
