/// App roles, and default assignments without a role, that users, groups and clients hold.
extension DirectoryState {
  /// All assignments by their ids.
  package var roleAssignments: PersistentMap<RoleAssignment.ID, RoleAssignment> { assignmentTable.all }

  /// Whether the user holds an assignment on that service principal, with a role or the default one. A direct
  /// membership in a group that holds one counts, a nested one does not (Microsoft: "Manage users and groups
  /// assignment to an application").
  package func hasAssignment(_ user: User.ID, on resource: ServicePrincipal.ID) -> Bool {
    !assignments(of: user, on: resource).isEmpty
  }

  /// The assignments on that service principal that this principal holds itself, without those of its groups.
  package func assignments(of principal: RoleAssignment.Principal, on resource: ServicePrincipal.ID) -> [RoleAssignment]
  {
    assignmentTable.of(principal, on: resource)
  }

  /// The assignments on that service principal that the user holds, alone or as a direct member of a group.
  package func assignments(of user: User.ID, on resource: ServicePrincipal.ID) -> [RoleAssignment] {
    assignments(of: .user(user), on: resource)
      + assignmentsOfGroups(on: resource).filter { holds(user, $0.principal) }
  }

  /// The assignments on that service principal that groups hold.
  package func assignmentsOfGroups(on resource: ServicePrincipal.ID) -> [RoleAssignment] {
    assignmentTable.ofGroups(on: resource)
  }

  /// The assignments on that service principal, of every holder, in an order that follows from their ids.
  package func assignments(on resource: ServicePrincipal.ID) -> [RoleAssignment] { assignmentTable.on(resource) }

  /// All assignments that a group holds, in an order that follows from their ids.
  package func assignments(ofGroup group: Group.ID) -> [RoleAssignment] { assignmentTable.ofRemovable(.group(group)) }

  /// All roles that a client holds for itself, in an order that follows from their ids.
  package func assignments(ofClient client: ServicePrincipal.ID) -> [RoleAssignment] {
    assignmentTable.ofRemovable(.client(client))
  }

  /// Whether the principal is the user, or a group with the user as a direct member.
  package func holds(_ user: User.ID, _ principal: RoleAssignment.Principal) -> Bool {
    switch principal {
    case .user(let holder): holder == user
    case .group(let group): groups[group]?.members.contains(.user(user)) ?? false
    case .client: false
    }
  }

  /// Stores an assignment; it replaces the one of its id. A second one for the same holder and role is not refused.
  package mutating func put(_ assignment: RoleAssignment) {
    assignmentTable.put(assignment)
    note(.roleAssignment(assignment))
  }

  /// Takes an assignment away; nothing happens when there is none of that id.
  package mutating func remove(_ id: RoleAssignment.ID) {
    if let assignment = roleAssignments[id] { remove([assignment]) }
  }

  /// Takes assignments away. That many of one resource go at once costs less than to take each away alone.
  package mutating func remove(_ gone: [RoleAssignment]) {
    assignmentTable.remove(gone)
    for assignment in gone { note(.roleAssignmentRemoved(assignment.id)) }
  }
}
