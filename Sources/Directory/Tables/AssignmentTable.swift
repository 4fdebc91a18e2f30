/// The role assignments of a directory, with what finds those of one holder or of one resource without a look at all others.
struct AssignmentTable: Sendable {
  private(set) var all: PersistentMap<RoleAssignment.ID, RoleAssignment> = [:]
  /// Of one holder on one resource, in the order in which they came in.
  private var byHolder: PersistentMap<HolderKey, ChunkedList<RoleAssignment.ID>> = [:]
  /// Those of groups, which every token for a user looks through.
  private var ofGroups: PersistentMap<ServicePrincipal.ID, ChunkedList<RoleAssignment.ID>> = [:]
  private var byResource: PersistentMap<ServicePrincipal.ID, PersistentMap<RoleAssignment.ID, Bool>> = [:]
  /// Of groups and clients, which can be removed with all that they hold. Users stay.
  private var byRemovable: PersistentMap<PrincipalKey, PersistentMap<RoleAssignment.ID, Bool>> = [:]

  private struct PrincipalKey: TrieKey {
    let principal: RoleAssignment.Principal

    var trieBits: UInt64 {
      switch principal {
      case .user(let id): id.trieBits
      case .group(let id): id.trieBits
      case .client(let id): id.trieBits
      }
    }
  }

  private struct HolderKey: TrieKey {
    let holder: PrincipalKey
    let resource: ServicePrincipal.ID

    init(_ holder: RoleAssignment.Principal, _ resource: ServicePrincipal.ID) {
      self.holder = PrincipalKey(principal: holder)
      self.resource = resource
    }

    var trieBits: UInt64 { holder.trieBits &* 31 ^ resource.trieBits }
  }

  /// The assignments that a principal holds itself on a resource, in the order in which they came in.
  func of(_ principal: RoleAssignment.Principal, on resource: ServicePrincipal.ID) -> [RoleAssignment] {
    byHolder[HolderKey(principal, resource)]?.compactMap { all[$0] } ?? []
  }

  /// The assignments that groups hold on a resource, in the order in which they came in.
  func ofGroups(on resource: ServicePrincipal.ID) -> [RoleAssignment] {
    ofGroups[resource]?.compactMap { all[$0] } ?? []
  }

  /// All assignments on a resource, in an order that follows from their ids.
  func on(_ resource: ServicePrincipal.ID) -> [RoleAssignment] {
    byResource[resource]?.keys.compactMap { all[$0] } ?? []
  }

  /// All assignments that a group or a client holds, in an order that follows from their ids. None for a user.
  func ofRemovable(_ principal: RoleAssignment.Principal) -> [RoleAssignment] {
    byRemovable[PrincipalKey(principal: principal)]?.keys.compactMap { all[$0] } ?? []
  }

  /// Stores an assignment in the place of the one of its id.
  mutating func put(_ assignment: RoleAssignment) {
    if let old = all[assignment.id] { remove([old]) }
    let (id, resource) = (assignment.id, assignment.resource)
    all[id] = assignment
    byHolder.change(HolderKey(assignment.principal, resource), from: ChunkedList()) { $0.append(id) }
    byResource.change(resource, from: [:]) { $0[id] = true }
    if case .group = assignment.principal { ofGroups.change(resource, from: ChunkedList()) { $0.append(id) } }
    if case .user = assignment.principal { return }
    byRemovable.change(PrincipalKey(principal: assignment.principal), from: [:]) { $0[id] = true }
  }

  /// Removes assignments. Each list that has any of them is written anew once, however many go.
  mutating func remove(_ gone: [RoleAssignment]) {
    for assignment in gone {
      all[assignment.id] = nil
      byResource[assignment.resource]?[assignment.id] = nil
      byRemovable[PrincipalKey(principal: assignment.principal)]?[assignment.id] = nil
    }
    let all = all
    for key in Set(gone.map { HolderKey($0.principal, $0.resource) }) {
      byHolder[key]?.removeAll { all[$0] == nil }
      if byHolder[key]?.isEmpty == true { byHolder[key] = nil }
    }
    for resource in Set(gone.map(\.resource)) {
      ofGroups[resource]?.removeAll { all[$0] == nil }
      if ofGroups[resource]?.isEmpty == true { ofGroups[resource] = nil }
    }
  }
}
