/// The roles that some principals hold on some resources, for an editor that assigns many in a row. Without it each new
/// assignment would go through all that its holder has.
package struct HeldRoles: Sendable {
  private struct Holder: Hashable {
    let principal: RoleAssignment.Principal
    let resource: ServicePrincipal.ID
  }

  private var roles: [Holder: Set<String?>] = [:]

  package init() {}

  /// Notes a role; nil stands for the default assignment. False when the principal holds it already.
  mutating func insert(
    _ role: String?, of principal: RoleAssignment.Principal, on resource: ServicePrincipal.ID, in state: DirectoryState
  ) -> Bool {
    let holder = Holder(principal: principal, resource: resource)
    var held = roles.removeValue(forKey: holder) ?? Set(state.assignments(of: principal, on: resource).map(\.role))
    defer { roles[holder] = held }
    return held.insert(role).inserted
  }
}
