import Bytes
package import Directory
import Synchronization
package import Time

/// What writes users and groups of worlds into the apps that say so.
package protocol Provisioner: Sendable {
  /// Does what somebody asks of one app now, and returns when it has ended. It waits for the app: no event loop may call it.
  /// - Throws: `ProvisioningMistake`.
  func carryOut(_ order: ProvisioningOrder, for app: Application.ID, in world: World) throws(ProvisioningMistake)
    -> ProvisioningReport

  /// Runs what falls due in the world up to that moment, one after the other, each at its time on the world's clock. It waits for the apps.
  func runDue(in world: World, upTo moment: UnixTime)

  /// Changes the job of an app when no cycle of the world is under way. It waits for one that is.
  func change(_ app: Application.ID, in world: World, _ body: @escaping @Sendable (inout ProvisioningJob) -> Void)

  /// Asks the app whether it answers as a SCIM server, with these settings. Nil: it does.
  func fault(of settings: ProvisioningSettings, for app: Application.ID, in world: World) -> ProvisioningFault?

  /// When the next cycle of an app falls due on the world's clock. Nil: never.
  func nextCycle(of app: Application, in world: World) -> UnixTime?

  /// How the job of an app stands, in the words of Graph.
  func standing(of app: Application, in world: World) -> ProvisioningStanding
}

/// What somebody asks of an app's provisioning.
package struct ProvisioningOrder: Sendable, Hashable {
  /// What is to be done.
  package enum Kind: Sendable, Hashable {
    /// All users and groups, as at the first start.
    case initial
    /// What has changed.
    case cycle
    /// One user.
    case user(User.ID)
    /// One group, with these members alone. Nil: none are looked at.
    case group(Group.ID, members: [User.ID])
  }

  package var kind: Kind
  /// Says what would be sent, and sends nothing that writes.
  package var isDryRun: Bool

  package init(_ kind: Kind, isDryRun: Bool = false) {
    self.kind = kind
    self.isDryRun = isDryRun
  }
}

/// Why nothing was done.
package enum ProvisioningMistake: Error, Sendable, Hashable {
  /// The app has no `provisioning`.
  case notProvisioned
  /// There is no tenant URL.
  case credentialsMissing
  /// The object is not there, or not in the tenant of the app.
  case noSuchObject
  /// More than five on demand within ten seconds.
  case tooMany
  /// One sentence: why this object cannot be provisioned on demand.
  case notPossible(String)
}

/// Why an entry or a cycle failed, in the words of the service's logs.
package struct ProvisioningFault: Error, Sendable, Hashable, Codable {
  /// The name of a `ProvisioningCode`.
  package let code: String
  package var message: String
  /// What the app answered; nil for no answer.
  package var status: Int?

  package init(_ code: ProvisioningCode, _ message: String, status: Int? = nil) {
    self.code = code.name
    self.message = message
    self.status = status
  }
}

/// How a job stands (Graph: `schedule.state` and `status.code`).
package struct ProvisioningStanding: Sendable, Hashable {
  /// The raw values are those of `status.code`.
  package enum Code: String, Sendable {
    case notConfigured = "NotConfigured"
    case notRun = "NotRun"
    case active = "Active"
    case paused = "Paused"
    case quarantine = "Quarantine"
  }

  package var code: Code
  /// `Active`, `Disabled` or `Paused`.
  package var state: String

  package init(_ code: Code, state: String) {
    self.code = code
    self.state = state
  }
}

/// What an order came to.
package struct ProvisioningReport: Sendable {
  /// The number of the cycle, from 1 on. Nil: it was not a cycle.
  package var cycle: Int?
  package var execution: ProvisioningExecution
  /// What was decided of each object, in order.
  package var entries: [ProvisionedEntry]
  package var quarantine: ProvisioningQuarantine?

  package init(
    cycle: Int?, execution: ProvisioningExecution, entries: [ProvisionedEntry], quarantine: ProvisioningQuarantine?
  ) {
    (self.cycle, self.execution, self.entries, self.quarantine) = (cycle, execution, entries, quarantine)
  }
}

extension World {
  /// Grows with every change that leaves the directory other than it was.
  package var changeCount: Int { directoryChanges.load(ordering: .acquiring) }

  /// Moves the clock on, or back by a negative duration. Cycles of provisioning that fall due on the way run at their times, and have ended
  /// when this returns: it waits for the apps.
  package func passTime(by duration: Duration) {
    let (mode, before, target) = (clock.mode, now, now + duration)
    defer { noteCertificatesThatEnd(after: before, upTo: now) }
    guard runDueCycles(upTo: target) else { return clock.advance(by: duration) }
    // The cycles have moved the clock; a rule may have moved it further.
    guard now < target else { return }
    switch mode {
    case .running(let offset): clock.reset(to: .running(offset: offset + duration))
    case .frozen(let time): clock.reset(to: .frozen(at: time + duration))
    }
  }

  /// Sets the clock, likewise.
  package func passTime(to moment: UnixTime) {
    let before = now
    defer { noteCertificatesThatEnd(after: before, upTo: now) }
    // A clock that runs may have come there while the cycles ran.
    if runDueCycles(upTo: moment), now >= moment { return }
    clock.set(to: moment)
  }

  /// False: no app is provisioned, or the time is not ahead.
  private func runDueCycles(upTo moment: UnixTime) -> Bool {
    guard moment > now, let provisioner = otherServers?.provisioner, directory.applications.provisioned > 0 else {
      return false
    }
    provisioner.runDue(in: self, upTo: moment)
    return true
  }
}
