package import Directory

/// A managed identity that a machine or service could be given, with its service principal.
package struct MachineIdentity: Sendable {
  package let application: Application
  package let principal: ServicePrincipal.ID
  package let tenant: Tenant

  package init(application: Application, principal: ServicePrincipal.ID, tenant: Tenant) {
    self.application = application
    self.principal = principal
    self.tenant = tenant
  }

  /// The managed identities of a directory that are enabled, in its order.
  package static func all(in directory: DirectoryState) -> [MachineIdentity] {
    directory.applicationsInOrder.compactMap { application in
      guard application.managedIdentityResource != nil, application.isEnabled,
        let tenant = application.tenant.flatMap({ directory.tenants[$0] }),
        let principal = directory.servicePrincipal(of: application.id, in: tenant.id), principal.isEnabled
      else { return nil }
      return MachineIdentity(application: application, principal: principal.id, tenant: tenant)
    }
  }
}
