import Bytes
import Directory
import Policy

/// Finds the app of a request, and checks that the app may use the path.
enum ClientLookup {
  /// - Throws: AADSTS700038 for the GUID of zeros, and AADSTS90112 for a text that is not a GUID; AADSTS700016 for an app that
  ///   the tenant does not know (all observed), which is AADSTS50059 where a device asks at an alias; AADSTS7000112 and
  ///   AADSTS7000116 for a disabled app; and the refusals for an app whose accounts the path does not admit.
  static func find(
    _ clientID: String, on segment: TenantSegment, at place: AudienceRule.Place, in directory: DirectoryState
  ) throws(Refusal) -> Application {
    let application = try known(clientID, on: segment, at: place, in: directory)
    if let refusal = AudienceRule.refusal(of: application, at: segment.audience, on: place) { throw refusal }
    return application
  }

  /// The same without the check of the path, for authorize: it can tell the app only when it has found the redirect URI. `hint` is the name of
  /// the user who is to sign in.
  static func known(
    _ clientID: String, on segment: TenantSegment, hint: String? = nil, at place: AudienceRule.Place,
    in directory: DirectoryState
  ) throws(Refusal) -> Application {
    if GUID(clientID) == .zero { throw .notAnApplicationIdentifier(clientID) }
    guard let id = Application.ID(clientID) else { throw Refusal(.clientIDNotGUID) }
    let tenant = segment.tenant(in: directory)
    // At an alias the service looks where the user is at home (observed 2025-01: IntuneBackupAndRestore 83).
    let home = tenant == nil ? hint.flatMap { directory.user(named: $0) }.flatMap { directory.tenants[$0.tenant] } : nil
    let name = (tenant ?? home)?.displayName ?? segment.spelling
    guard let application = directory.applications[id] else {
      // At an alias the device code endpoint has no tenant to look in.
      if place == .deviceCode, tenant == nil { throw Refusal(.noTenantInformation) }
      if place == .token, segment == .consumers { throw .clientNotForConsumers }
      throw .applicationNotFound(clientID: clientID, directory: name)
    }
    if let tenant, tenant.kind != .personal, !isKnown(application, in: tenant, directory) {
      throw .applicationNotFound(clientID: clientID, directory: name)
    }
    guard application.admitsOAuth else { throw .applicationIsOfSAML(application) }
    guard application.isEnabled else {
      throw .applicationDisabled(clientID: clientID, name: application.displayName)
    }
    if let tenant, directory.servicePrincipal(of: application.id, in: tenant.id)?.isEnabled == false {
      // A page has the older number for both (observed: presencelight 935).
      throw place == .authorize
        ? .applicationDisabled(clientID: clientID, name: application.displayName)
        : .applicationDisabledHere(clientID: clientID, name: application.displayName, tenant: "\(tenant.id)")
    }
    return application
  }

  /// Whether the tenant has the app: its own, one for all tenants, one of Microsoft's, or one with a service
  /// principal.
  private static func isKnown(_ application: Application, in tenant: Tenant, _ directory: DirectoryState) -> Bool {
    application.isFirstParty || application.tenant == tenant.id || application.audience.admitsOtherTenants
      || directory.servicePrincipal(of: application.id, in: tenant.id) != nil
  }
}
