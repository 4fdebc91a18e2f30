package import Directory

extension DirectoryState {
  /// Values of the app roles that the user was given on that app, in order of name. The default assignment carries none.
  package func roles(of user: User.ID, on application: Application.ID, in tenant: Tenant.ID) -> [String] {
    guard let principal = servicePrincipal(of: application, in: tenant) else { return [] }
    return roleAssignments.values
      .filter { $0.resource == principal.id && $0.principal == .user(user) }
      .compactMap(\.role).sorted()
  }
}
