import Bytes
import Directory
import Policy

/// Finds the app of a request, and checks that the app may use the path.
enum ClientLookup {
  /// - Throws: AADSTS700038 for the GUID of zeros; AADSTS700016 for every other text that names no app of the tenant
  ///   (both observed); AADSTS7000112 for a disabled app; and the refusals for an app whose accounts the path does not
  ///   admit.
  static func find(_ clientID: String, on segment: TenantSegment, in directory: DirectoryState) throws(Refusal)
    -> Application
  {
    if GUID(clientID) == .zero { throw .notAnApplicationIdentifier(clientID) }
    let name = segment.tenant(in: directory)?.displayName ?? segment.spelling
    guard let id = Application.ID(clientID), let application = directory.applications[id] else {
      throw .applicationNotFound(clientID: clientID, directory: name)
    }
    if let tenant = segment.tenant(in: directory), !isKnown(application, in: tenant, directory) {
      if tenant.kind != .personal { throw .applicationNotFound(clientID: clientID, directory: name) }
    }
    guard application.isEnabled, isEnabled(application, on: segment, directory) else {
      throw .applicationDisabled(clientID: clientID, name: application.displayName)
    }
    try checkAudience(application, on: segment)
    return application
  }

  /// Whether the tenant has the app: its own, one for all tenants, one of Microsoft's, or one with a service
  /// principal.
  private static func isKnown(_ application: Application, in tenant: Tenant, _ directory: DirectoryState) -> Bool {
    application.isFirstParty || application.tenant == tenant.id || application.audience.admitsOtherTenants
      || directory.servicePrincipal(of: application.id, in: tenant.id) != nil
  }

  private static func isEnabled(_ application: Application, on segment: TenantSegment, _ directory: DirectoryState)
    -> Bool
  {
    guard let tenant = segment.tenant(in: directory) else { return true }
    return directory.servicePrincipal(of: application.id, in: tenant.id)?.isEnabled ?? true
  }

  private static func checkAudience(_ application: Application, on segment: TenantSegment) throws(Refusal) {
    let id = "\(application.id)"
    let name = application.displayName
    switch segment {
    case .common, .organizations:
      if application.audience == .singleTenant, !application.isFirstParty {
        throw .singleTenantApplication(clientID: id, name: name)
      }
      if application.audience == .personal, segment == .organizations {
        throw .personalAccountsOnly(clientID: id, name: name)
      }
    case .consumers:
      if !application.audience.admitsPersonalAccounts, !application.isFirstParty {
        throw .organizationAccountsOnly(clientID: id, name: name)
      }
    case .tenant:
      if application.audience == .personal { throw .personalAccountsOnly(clientID: id, name: name) }
    }
  }
}
