import Bytes
import Directory
import SCIM
import Time
import Worlds

/// What a cycle has to do, in order, and why: it follows from what the directory says now, what was sent before, and the settings. Nothing
/// is asked or sent for it.
struct CyclePlan: Sendable {
  /// What is to be done with one user.
  enum Step: Sendable, Hashable {
    /// Looked for in the app, and linked or created.
    case match
    /// Read and compared.
    case compare(as: Exchange.ProvisioningAction)
    /// Deleted in the app.
    case delete
    /// Forgotten here: the app keeps what it has.
    case forget
    /// Left alone, and logged.
    case skip

    /// What tells whether the same failed before; a deletion is another thing than a change. Nil: this cannot fail.
    func digest(of values: Mapping.Values) -> Int64? {
      switch self {
      case .forget: nil
      case .delete: ~values.digest
      case .match, .compare, .skip: values.digest
      }
    }
  }

  struct UserEntry: Sendable {
    let subject: ProvisioningView.Subject
    let step: Step
    let reasons: [String]
  }

  struct GroupEntry: Sendable {
    /// Nil: the group is gone.
    let party: ProvisioningView.Party?
    let id: GUID
    let step: Step
    let reasons: [String]
  }

  var users: [UserEntry] = []
  var groups: [GroupEntry] = []
  /// Whether a linked user is deleted, and will be so for good some day.
  var hasDeletedUsers = false
  /// Groups whose members are compared.
  var memberships: [ProvisioningView.Party] = []

  /// How many users are disabled or deleted, and groups deleted.
  var removals: Int {
    users.count { $0.step == .delete || $0.step == .compare(as: .disable) } + groups.count { $0.step == .delete }
  }
}

extension CyclePlan {
  /// The plan of one cycle. An initial one has forgotten what was sent (`ProvisioningJob.beginInitial`).
  init(_ view: ProvisioningView, _ job: ProvisioningJob) {
    for user in view.users {
      let id = user.id.guid
      let link = job.links[id]
      // In a tenant with few assignments nothing is worked out for most users.
      if link == nil, !view.mayEnter(user) { continue }
      let subject = view.subject(user)
      if link != nil, user.isDeleted, !subject.isPurged { hasDeletedUsers = true }
      guard let (step, reasons) = Self.step(subject, link, job, view) else { continue }
      users.append(UserEntry(subject: subject, step: step, reasons: reasons))
    }
    var seen: Set<GUID> = []
    for group in view.groups {
      let party = view.party(group)
      seen.insert(party.id)
      if let (step, reasons) = Self.step(party, job, view) {
        groups.append(GroupEntry(party: party, id: party.id, step: step, reasons: reasons))
      }
      if view.groupMapping.hasMembers { memberships.append(party) }
    }
    for (id, _) in job.links.filter({ $0.value.members != nil && !seen.contains($0.key) }).sorted(by: {
      $0.key < $1.key
    }) {
      guard view.settings.may(.delete) else { continue }
      let group = view.directory.groups[Group.ID(id)]
      let reason =
        group == nil
        ? "the group was deleted"
        : view.sendsGroups ? "the group was taken away from the app" : "the mapping of groups is switched off"
      guard group == nil || view.sendsGroups else { continue }
      let party = group.map(view.party)
      if Self.isWaiting(id, Step.delete.digest(of: party?.values ?? Mapping.Values()), job, view.now) { continue }
      groups.append(
        GroupEntry(party: party, id: id, step: .delete, reasons: [reason, "DELETE: groups have no 'active'"]))
    }
  }

  /// Whether a failed entry waits for its next try: nothing else is to be sent than what failed.
  private static func isWaiting(_ id: GUID, _ digest: Int64?, _ job: ProvisioningJob, _ now: UnixTime) -> Bool {
    guard let digest else { return false }
    return job.escrows[id]?.waits(at: now, with: digest) ?? false
  }

  /// What is to be done with a user; nil for nothing, and while what failed waits for its next try.
  static func step(
    _ subject: ProvisioningView.Subject, _ link: ProvisioningJob.Link?, _ job: ProvisioningJob, _ view: ProvisioningView
  ) -> (Step, [String])? {
    guard let wanted = wanted(subject, link, job, view),
      !isWaiting(subject.id, wanted.0.digest(of: subject.values), job, view.now)
    else { return nil }
    return wanted
  }

  /// Why an entitled user is looked for in the app. It is the same for all of them, and a first cycle has it of everybody.
  private static let comingIn = [
    "in scope (\(ProvisioningView.Subject.words(true, true, true))), and not linked to a user of the app"
  ]

  private static func wanted(
    _ subject: ProvisioningView.Subject, _ link: ProvisioningJob.Link?, _ job: ProvisioningJob, _ view: ProvisioningView
  ) -> (Step, [String])? {
    let settings = view.settings
    guard let link else {
      // Who is not there and may not come in is left out of a cycle.
      return subject.isEntitled ? (.match, comingIn) : nil
    }
    if subject.isPurged {
      guard link.wasEntitled, settings.may(.delete) else {
        return (
          .forget, ["deleted for good after it had left the scope, or the action 'delete' is off: nothing is sent"]
        )
      }
      return (.delete, ["deleted for good while it was in scope"])
    }
    if subject.isInScope {
      guard link.digest != subject.values.digest || job.escrows[subject.id] != nil else { return nil }
      guard settings.may(.update) else {
        return (.skip, ["the action 'update' is off: nothing is changed"])
      }
      let action: Exchange.ProvisioningAction =
        subject.isEntitled == link.isActive ? .update : subject.isEntitled ? .restore : .disable
      var reasons = [
        job.watermark == nil ? "every linked user is compared in an initial cycle" : "what the mapping says has changed"
      ]
      if !subject.isEntitled { reasons = ["the sign-in is blocked (\(subject.words))"] }
      if !view.userMapping.hasActive, action == .disable {
        return (.delete, reasons + ["the mapping has no 'active', so the user is deleted in the app"])
      }
      return (.compare(as: action), reasons)
    }
    return leaving(subject, link, job, view)
  }

  /// What is to be done with a linked user who is out of scope; nil for nothing.
  private static func leaving(
    _ subject: ProvisioningView.Subject, _ link: ProvisioningJob.Link, _ job: ProvisioningJob, _ view: ProvisioningView
  ) -> (Step, [String])? {
    let settings = view.settings
    guard link.isActive || link.digest == nil && job.escrows[subject.id] != nil else { return nil }
    let why =
      subject.user.isDeleted
      ? "the user was deleted"
      : subject.isAssigned ? "the scoping filters leave the user out" : "the user lost the assignment"
    let reasons = ["\(why) (\(subject.words))"]
    if !subject.user.isDeleted, settings.skipsOutOfScopeDeletions {
      return link.digest == subject.values.digest
        ? nil : (.skip, reasons + ["SkipOutOfScopeDeletions: the user stays as it is"])
    }
    if !subject.user.isDeleted, !subject.isAssigned, job.coversAll == true, job.watermark != nil {
      return nil
    }
    guard view.userMapping.hasActive else {
      guard settings.may(.delete) else {
        return (.skip, reasons + ["the action 'delete' is off"])
      }
      return (.delete, reasons + ["the mapping has no 'active', so the user is deleted in the app"])
    }
    guard settings.may(.update) else {
      return (.skip, reasons + ["the action 'update' is off: nobody is disabled either"])
    }
    return (.compare(as: .disable), reasons)
  }

  /// What is to be done with a group that is in scope; nil for nothing but its members.
  static func step(
    _ party: ProvisioningView.Party, _ job: ProvisioningJob, _ view: ProvisioningView
  ) -> (Step, [String])? {
    let escrow = job.escrows[party.id]
    if escrow?.isReference != true, isWaiting(party.id, party.values.digest, job, view.now) { return nil }
    guard let link = job.links[party.id] else {
      return (.match, ["in scope, and not linked to a group of the app"])
    }
    guard link.digest != party.values.digest || escrow.map({ !$0.isReference }) == true, view.settings.may(.update)
    else {
      return nil
    }
    return (.compare(as: .update), ["what the mapping says has changed, or the cycle is an initial one"])
  }
}

extension ProvisioningJob {
  /// Forgets what was sent, but not which objects are linked: every object is looked at again.
  mutating func beginInitial(coversAll: Bool) {
    watermark = nil
    self.coversAll = coversAll
    for id in links.keys {
      links[id]?.digest = nil
      links[id]?.passedOver = nil
    }
    escrows = escrows.filter { !$0.value.isGivenUp }
  }
}
