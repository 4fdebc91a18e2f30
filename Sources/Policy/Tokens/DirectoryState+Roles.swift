package import Directory

extension DirectoryState {
  /// Values of the app roles that the user holds on that app, alone or as a direct member of a group. Each comes
  /// once, in alphabetical order. The default assignment gives no role.
  package func roles(of user: User.ID, on application: Application.ID, in tenant: Tenant.ID) -> [String] {
    guard let principal = servicePrincipal(of: application, in: tenant) else { return [] }
    return Set(assignments(of: user, on: principal.id).compactMap(\.role)).sorted()
  }
}
