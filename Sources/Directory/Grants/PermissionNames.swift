import Bytes

/// Where the scopes and app roles of one API stand in its lists, by their values in small letters. Of two with the same value the first
/// counts.
struct PermissionNames: Sendable {
  let scopes: [String: Int]
  let roles: [String: Int]

  /// A shorter list is gone through faster.
  private static let fewest = 32

  /// Nil for an API with few permissions. Nil also for Microsoft Graph, most of whose permissions are not in its registration.
  init?(of api: Application) {
    guard max(api.permissions.count, api.appRoles.count) > Self.fewest, api.id != WellKnown.graph else { return nil }
    func places(_ values: [String]) -> [String: Int] {
      Dictionary(values.indices.map { (ASCII.lowercased(values[$0]), $0) }) { first, _ in first }
    }
    scopes = places(api.permissions.map(\.value))
    roles = places(api.appRoles.map(\.value))
  }
}

extension DirectoryState {
  /// As `Application.permission(named:)` of the app that the directory has, in the same time however many permissions that one has.
  package func permission(named value: String, of api: Application.ID) -> DelegatedPermission? {
    guard let names = applications.permissionNames(of: api) else { return applications[api]?.permission(named: value) }
    let permission = names.scopes[ASCII.lowercased(value)].flatMap { applications[api]?.permissions[$0] }
    return permission?.isEnabled == true ? permission : nil
  }

  /// As `Application.role(named:)`, in the same way.
  package func role(named value: String, of api: Application.ID) -> AppRole? {
    guard let names = applications.permissionNames(of: api) else { return applications[api]?.role(named: value) }
    return names.roles[ASCII.lowercased(value)].flatMap { applications[api]?.appRoles[$0] }
  }
}
