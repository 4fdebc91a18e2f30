import Bytes
import Directory
import SCIM
import Synchronization
import Worlds

/// One object on demand.
extension CycleRun {
  /// At most so many members of a group.
  static let mostMembers = 5

  func demand(_ kind: ProvisioningOrder.Kind) throws(ProvisioningMistake) -> CycleOutcome {
    switch kind {
    case .user(let id): try demand(user: id)
    case .group(let id, let members): try demand(group: id, members)
    case .initial, .cycle: break
    }
    var outcome = outcome
    if outcome.entries.contains(where: { $0.status == .failure }) { outcome.execution.state = .withFailures }
    return outcome
  }

  private func demand(user id: User.ID) throws(ProvisioningMistake) {
    guard let user = view.directory.users[id], user.tenant == view.tenant else { throw .noSuchObject }
    guard !user.isDeleted, user.isEnabled else {
      throw .notPossible(
        "'\(user.alias)' is disabled or deleted, and cannot be provisioned on demand. The next cycle does it.")
    }
    let subject = view.subject(user)
    if let entry = unreachable(subject.id, user.userPrincipalName, isGroup: false) { return note(entry) }
    let step: CyclePlan.Step =
      switch (job { $0.links[subject.id] }, subject.isEntitled) {
      case (nil, true): .match
      case (nil, false): .skip
      case (let link?, true): .compare(as: link.isActive ? .update : .restore)
      case (_?, false): view.userMapping.hasActive ? .compare(as: .disable) : .delete
      }
    run(Item(subject), step, ["on demand: \(subject.words)"])
    sendPostponed()
    if isDryRun { imagineCreated() }
    sendManagers([subject])
    sendPostponed()
  }

  private func demand(group id: Group.ID, _ members: [User.ID]) throws(ProvisioningMistake) {
    guard let group = view.directory.groups[id], group.tenant == view.tenant else { throw .noSuchObject }
    guard members.count <= Self.mostMembers else {
      throw .notPossible("A group is provisioned on demand with at most \(Self.mostMembers) members.")
    }
    guard view.isInScope(group) else {
      throw .notPossible("'\(group.alias)' is not given the app, and cannot be provisioned on demand.")
    }
    let party = view.party(group)
    if let entry = unreachable(party.id, group.displayName, isGroup: true) { return note(entry) }
    let isLinked = job { $0.links[party.id] != nil }
    run(Item(party), isLinked ? .compare(as: .update) : .match, ["on demand"])
    sendPostponed()
    if isDryRun { imagineCreated() }
    for member in members { try demand(user: member) }
    sendMembers(party, only: Set(members.map(\.guid)))
    sendPostponed()
  }

  /// The connection is tested first. It is shown only when the test fails.
  private func unreachable(_ id: GUID, _ name: String, isGroup: Bool) -> ProvisionedEntry? {
    guard let fault = probe().fault else { return nil }
    var entry = entry(id, name, isGroup: isGroup)
    (entry.status, entry.fault, entry.reasons) = (.failure, fault, ["the test of the connection failed"])
    return entry
  }
}
