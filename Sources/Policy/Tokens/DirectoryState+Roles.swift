package import Directory

extension DirectoryState {
  /// Values of the app roles that the user holds on that app, alone or as a direct member of a group. Each comes
  /// once, in alphabetical order. The default assignment gives no role, and neither does a role that the app has
  /// disabled or no longer defines.
  package func roles(of user: User.ID, on application: Application.ID, in tenant: Tenant.ID) -> [String] {
    guard let principal = servicePrincipal(of: application, in: tenant), let app = applications[application] else {
      return []
    }
    return Set(assignments(of: user, on: principal.id).compactMap(\.role)).filter(app.hasRole).sorted()
  }

  /// Values of the app roles that a client holds for itself, out of its assignments on that API.
  package func roles(in assignments: [RoleAssignment], of resource: Application) -> [String] {
    assignments.compactMap(\.role).filter(resource.hasRole).sorted()
  }
}
