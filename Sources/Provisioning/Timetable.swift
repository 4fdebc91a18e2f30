import Bytes
import Directory
import Time
import Worlds

/// When what is due, on the world's clock. Nothing here asks what time it is.
enum Timetable {
  /// Nothing failed is tried longer than this, and no quarantine lasts longer.
  static let patience = Duration.days(28)

  /// When the next cycle of a job begins; nil: never.
  static func next(_ job: ProvisioningJob, _ settings: ProvisioningSettings) -> UnixTime? {
    guard settings.isStopped != true, settings.tenantURL != nil, !job.isDisabled else { return nil }
    if let quarantine = job.quarantine { return UnixTime(ticks: quarantine.nextAttempt) }
    let base = job.lastBegan ?? job.madeAt
    let regular = UnixTime(ticks: base) + settings.cycleInterval
    return job.resumesAt.map { min(UnixTime(ticks: $0), regular) } ?? regular
  }

  /// The steps of a quarantine: five minutes, then 40 minutes, each twice the one before, up to a day.
  static func quarantineStep(_ count: Int) -> Duration {
    guard count > 1 else { return .minutes(5) }
    return min(.minutes(40) * (1 << min(count - 2, 6)), .hours(24))
  }

  /// The quarantine after another failure. One of another reason goes on with the series.
  static func quarantine(
    _ old: ProvisioningQuarantine?, _ reason: ProvisioningQuarantine.Reason, _ fault: ProvisioningFault,
    at now: UnixTime
  ) -> ProvisioningQuarantine {
    guard var quarantine = old else {
      return ProvisioningQuarantine(reason, fault, at: now, next: now + quarantineStep(1))
    }
    quarantine.seriesCount += 1
    if quarantine.reason != reason { quarantine.currentBegan = now.ticks }
    (quarantine.reason, quarantine.fault) = (reason, fault)
    quarantine.nextAttempt = (now + quarantineStep(quarantine.seriesCount)).ticks
    return quarantine
  }

  /// An entry after another failure. One that is given up after four weeks stays, so that it is not taken for a new one.
  static func escrow(
    _ old: ProvisioningJob.Escrow?, _ fault: ProvisioningFault, isReference: Bool, digest: Int64?, at now: UnixTime
  ) -> ProvisioningJob.Escrow {
    // Other values than those that failed begin anew.
    guard var escrow = old, escrow.digest == digest else {
      return ProvisioningJob.Escrow(at: now, fault, isReference: isReference, digest: digest)
    }
    let first = UnixTime(ticks: escrow.firstFailed)
    escrow.attempts += 1
    escrow.fault = fault
    guard now - first < patience else {
      escrow.nextAttempt = .max
      return escrow
    }
    let hours = [6, 12, 24]
    let step = escrow.attempts - 2
    let planned =
      step < hours.count ? first + .hours(hours[step]) : first + .days(step - 1)
    escrow.nextAttempt = max(planned, now + .minutes(1)).ticks
    return escrow
  }

  /// Why failures stop the job; nil when they do not.
  static func threshold(
    _ settings: ProvisioningSettings, base: Int, references: Int, entries: Int
  ) -> ProvisioningQuarantine.Reason? {
    let minimum = settings.quarantineMinimum ?? 5_000
    let share = settings.quarantineShare ?? 40
    let total = base + references
    if total >= minimum, total * 100 > entries * share { return .share }
    if base > 40_000 { return .base }
    return total > 60_000 ? .total : nil
  }
}

extension ProvisioningJob.Escrow {
  /// Whether nothing of it is sent any more, before the object changes or the job begins anew.
  var isGivenUp: Bool { nextAttempt == .max }

  /// Whether it waits for its next try: nothing else is to be sent than what failed.
  func waits(at now: UnixTime, with digest: Int64) -> Bool { nextAttempt > now.ticks && self.digest == digest }
}

extension ProvisioningJob {
  /// How many entries are tried again.
  var pending: Int { escrows.values.count { !$0.isGivenUp } }

  /// Whether an object failed, and is tried again.
  func isPending(_ id: GUID) -> Bool { escrows[id].map { !$0.isGivenUp } ?? false }
}
