import Bytes
import Directory
import SCIM
import Synchronization
import Time
import Worlds

/// Managers and members: they name other objects by the app's ids, so they come when all objects are there.
extension CycleRun {
  // MARK: Managers

  /// The managers of those users who were looked at in this cycle.
  func sendManagers(_ subjects: some Sequence<ProvisioningView.Subject>) {
    guard view.userMapping.hasManager else { return }
    let seen = state.withLock { $0.managers }
    for subject in subjects {
      if !isPutOff, let shown = seen[subject.id] { sendManager(subject, shown: shown) }
    }
  }

  var isPutOff: Bool { state.withLock { $0.pause != nil } }

  private func sendManager(_ subject: ProvisioningView.Subject, shown: String?) {
    let (link, managerLink, hasFailed) = state.withLock { state in
      let manager = subject.user.manager?.guid
      return (
        state.job.links[subject.id], manager.flatMap { state.job.links[$0] },
        manager.map(state.job.isPending) ?? false
      )
    }
    guard let link else { return }
    let wanted: String?
    if let manager = subject.user.manager {
      guard let target = managerLink?.target else {
        // One that failed comes yet; one that is out of scope does not.
        change { state in
          if hasFailed {
            state.job.links[subject.id]?.digest = nil
          } else {
            state.job.links[subject.id]?.passedOver = [manager.guid]
          }
        }
        return
      }
      // In scope later than the user: not before a restart.
      if link.passedOver?.contains(manager.guid) == true { return }
      wanted = target
    } else {
      guard shown != nil || link.manager != nil else { return succeed(subject.id, isReference: true) }
      wanted = nil
    }
    guard wanted != shown else {
      change { $0.job.links[subject.id]?.manager = subject.user.manager?.guid }
      return succeed(subject.id, isReference: true)
    }
    let item = Item(subject)
    var entry = entry(subject.id, item.name, isGroup: false)
    entry.target = link.target
    entry.reasons = [wanted == nil ? "the manager was taken away" : "the manager is sent when all users are there"]
    entry.steps.append(
      .init(.referenceResolution, "EntryExportUpdate", "The reference 'manager' of '\(item.name)' was resolved"))
    entry.changes = [.init(SCIMNames.manager, old: shown, new: wanted ?? "")]
    let operation = SCIMOperation.manager(wanted, isMissing: shown == nil, form: form)
    let request = SCIMRequest.change(.users, link.target, [operation], form: form)
    send(item, request, .update, isReference: true, &entry) { answer, _ in
      guard answer.isSuccess else {
        self.change { $0.job.links[subject.id]?.digest = nil }
        return Judgement.refused(answer.status, answer, isWrite: true)
      }
      self.change { $0.job.links[subject.id]?.manager = subject.user.manager?.guid }
      return nil
    }
    note(entry)
  }

  // MARK: Members

  /// Who has to be put into a group, and who taken out, by object ids with the app's ids.
  struct MemberChange: Sendable, Hashable {
    var added: [GUID: String] = [:]
    var removed: [GUID: String] = [:]
    /// Members who are out of scope, and are not sent before a restart.
    var passedOver: Set<GUID> = []
    var order: [GUID] = []

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Tells whether the same failed before.
    var digest: Int64 {
      var digest = Digest()
      for id in order { digest.add("\(added[id] == nil ? "-" : "+")\(id)") }
      return digest.value
    }

    /// It follows from who is in the group, who was sent, and who has an object in the app.
    init(_ members: [Group.Member], _ link: ProvisioningJob.Link, _ job: ProvisioningJob) {
      var now: Set<GUID> = []
      for member in members {
        guard let id = member.objectID else { continue }
        now.insert(id)
        guard link.members?.contains(id) != true, link.passedOver?.contains(id) != true else { continue }
        if let target = job.links[id]?.target {
          added[id] = target
          order.append(id)
        } else if !job.isPending(id) {
          passedOver.insert(id)
        }
      }
      for id in (link.members ?? []).subtracting(now).sorted() {
        guard let target = job.links[id]?.target else { continue }
        removed[id] = target
        order.append(id)
      }
    }
  }

  /// `only` nil: all members; else those alone, as on demand.
  func sendMembers(_ party: ProvisioningView.Party, only: Set<GUID>? = nil) {
    // The job is looked at where it is: a copy that is held while it changes makes a second table of all links, for each group.
    let (known, escrow) = state.withLock { state in
      (
        state.job.links[party.id].map { ($0, MemberChange(party.group.members, $0, state.job)) },
        state.job.escrows[party.id]
      )
    }
    guard case (let link, var wanted)? = known else { return }
    if let only {
      wanted.added = wanted.added.filter { only.contains($0.key) }
      wanted.removed = wanted.removed.filter { only.contains($0.key) }
      wanted.order = wanted.order.filter(only.contains)
      wanted.passedOver = []
    }
    let passedOver = wanted.passedOver
    if !passedOver.isEmpty { change { $0.job.links[party.id]?.passedOver = (link.passedOver ?? []).union(passedOver) } }
    guard !wanted.isEmpty, settings.may(.update) else { return }
    var item = Item(party)
    item.values.digest = wanted.digest
    if let escrow, escrow.isReference, escrow.waits(at: now, with: wanted.digest) { return }
    var entry = entry(party.id, item.name, isGroup: true)
    entry.target = link.target
    entry.reasons = ["members that come in: \(wanted.added.count), that go: \(wanted.removed.count)"]
    if !passedOver.isEmpty {
      entry.reasons.append("\(passedOver.count) members are out of scope, and are not sent before a restart")
    }
    entry.steps.append(
      .init(.referenceResolution, "EntryExportUpdate", "The references 'members' of '\(item.name)' were resolved"))
    if state.withLock({ $0.groupsWithMembers[party.id] }) == nil {
      do throws(ProvisioningFault) { _ = try read(item, link.target) } catch {
        failed(item, .update, error, isReference: true, &entry)
        return note(entry)
      }
    }
    let showsMembers = state.withLock { $0.groupsWithMembers[party.id] } ?? false
    for request in requests(wanted, link.target, showsMembers, &entry) {
      send(item, request.request, .update, isReference: true, &entry) { answer, _ in
        guard answer.isSuccess else { return Judgement.refused(answer.status, answer, isWrite: true) }
        self.change { state in
          var members = state.job.links[party.id]?.members ?? []
          members.formUnion(request.added)
          members.subtract(request.removed)
          state.job.links[party.id]?.members = members
        }
        return nil
      }
      if entry.status == .failure { break }
    }
    note(entry)
  }

  private struct MemberRequest: Sendable {
    let request: SCIMRequest
    var added: Set<GUID> = []
    var removed: Set<GUID> = []
  }

  private func requests(
    _ wanted: MemberChange, _ target: String, _ showsMembers: Bool, _ entry: inout ProvisionedEntry
  ) -> [MemberRequest] {
    let (adding, removing) = (
      wanted.order.filter { wanted.added[$0] != nil }, wanted.order.filter { wanted.removed[$0] != nil }
    )
    entry.changes =
      adding.map { .init("members", old: nil, new: wanted.added[$0]) }
      + removing.map { .init("members", old: wanted.removed[$0], new: nil) }
    if showsMembers {
      entry.reasons.append(
        "the app shows members although they are excluded: the service takes the one value for all there is, and replaces (observed)"
      )
    }
    let size = max(1, form.membersPerRequest)
    func pieces(_ ids: [GUID]) -> [[GUID]] {
      stride(from: 0, to: ids.count, by: size).map { Array(ids[$0..<min($0 + size, ids.count)]) }
    }
    var requests: [MemberRequest] = []
    for ids in pieces(adding) {
      var operations = SCIMOperation.add(members: ids.compactMap { wanted.added[$0] }, form: form)
      if showsMembers { for index in operations.indices { operations[index].kind = .replace } }
      requests.append(MemberRequest(request: .change(.groups, target, operations, form: form), added: Set(ids)))
    }
    for ids in pieces(removing) {
      let operations = SCIMOperation.remove(members: ids.compactMap { wanted.removed[$0] }, form: form)
      requests.append(MemberRequest(request: .change(.groups, target, operations, form: form), removed: Set(ids)))
    }
    return requests
  }
}

extension Group.Member {
  /// The object id of a user or a group. Nil for an app, which is never sent.
  var objectID: GUID? {
    switch self {
    case .user(let id): id.guid
    case .group(let id): id.guid
    case .client: nil
    }
  }
}
