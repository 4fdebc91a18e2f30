package import Directory

/// Whether a user may consent for everybody in the tenant to what an app asks for (Microsoft: "Grant tenant-wide admin consent to an
/// application").
package enum TenantConsent {
  /// Application administrators may not grant app roles of Microsoft Graph. `roles` are the app roles that come with the consent.
  package static func isOpen(to user: User, granting roles: [RequiredAccess]) -> Bool {
    guard roles.contains(where: { $0.resource == WellKnown.graph && !$0.roles.isEmpty }) else {
      return user.isAdministrator
    }
    return AdministrativeTask.assignGraphRoles.isOpen(to: user)
  }
}

extension AdministrativeTask {
  /// Whether a role of the user is one of those that do it.
  package func isOpen(to user: User) -> Bool { Self.holds(user, oneOf: roles) }
}
