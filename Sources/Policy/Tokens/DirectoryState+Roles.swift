package import Directory

extension DirectoryState {
  /// Values of the app roles that the user, or a group with the user in it, was given on that app: in order of name, each once.
  /// The default assignment carries none.
  package func roles(of user: User.ID, on application: Application.ID, in tenant: Tenant.ID) -> [String] {
    guard let principal = servicePrincipal(of: application, in: tenant) else { return [] }
    return Set(assignments(of: user, on: principal.id).compactMap(\.role)).sorted()
  }
}
