package import Bytes

/// What an API offers: the permissions of its registration and, for Microsoft Graph, all those of the published list.
extension Application {
  /// The scope of that value that this API exposes; ASCII case does not count. Nil when there is none, or when the
  /// owner has disabled it.
  package func permission(named value: String) -> DelegatedPermission? {
    // By index: Graph has many permissions, and to copy one out retains and releases a dozen references.
    if let index = permissions.indices.first(where: { ASCII.equalIgnoringCase(permissions[$0].value, value) }) {
      return permissions[index].isEnabled ? permissions[index] : nil
    }
    return listed(named: value).lazy.compactMap(\.permission).first
  }

  /// The app role of that value that this API defines, or of that id for a role without a value; ASCII case does not count. Nil when it
  /// defines none.
  package func role(named value: String) -> AppRole? {
    appRoles.first { ASCII.equalIgnoringCase($0.assignedName, value) }
      ?? listed(named: value).lazy.compactMap(\.role).first
  }

  /// The scope with that id; nil when this API has none.
  package func permission(id: GUID) -> DelegatedPermission? {
    permissions.first { $0.id.guid == id } ?? listed(id: id).lazy.compactMap(\.permission).first
  }

  /// The app role with that id; nil when this API has none.
  package func role(id: GUID) -> AppRole? {
    appRoles.first { $0.id.guid == id } ?? listed(id: id).lazy.compactMap(\.role).first
  }

  /// Every scope that this API has, those that its owner has disabled among them.
  package var allPermissions: [DelegatedPermission] {
    guard self.id == WellKnown.graph else { return permissions }
    let own = Set(permissions.map(\.value))
    return permissions + GraphPermissionTable.all().lazy.filter { !own.contains($0.value) }.compactMap(\.permission)
  }

  /// Every app role that this API defines.
  package var allRoles: [AppRole] {
    guard self.id == WellKnown.graph else { return appRoles }
    let own = Set(appRoles.map(\.value))
    return appRoles + GraphPermissionTable.all().lazy.filter { !own.contains($0.value) }.compactMap(\.role)
  }

  /// Whether the app defines a role of exactly that value, and the role is enabled.
  package func hasRole(_ value: String) -> Bool {
    guard !value.isEmpty else { return false }
    if let index = appRoles.firstIndex(where: { $0.value == value }) { return appRoles[index].isEnabled }
    return listed(named: value).lazy.compactMap(\.role).contains { $0.value == value }
  }

  /// Whether a personal account can have this delegated permission: of Graph's, only those that its published list says so of.
  package func admitsPersonalAccounts(to value: String) -> Bool {
    let rows = listed(named: value).filter { $0.kind != .application }
    return rows.isEmpty || rows.contains(where: \.isPersonal)
  }

  private func listed(named value: String) -> [GraphPermissionTable.Row] {
    self.id == WellKnown.graph ? GraphPermissionTable.rows(named: value) : []
  }

  private func listed(id: GUID) -> [GraphPermissionTable.Row] {
    self.id == WellKnown.graph ? GraphPermissionTable.rows(id: "\(id)") : []
  }
}

extension GraphPermissionTable.Row {
  private var guid: GUID { GUID(id) ?? .zero }

  /// The row as a scope of Graph; nil for an application permission.
  var permission: DelegatedPermission? {
    guard kind != .application else { return nil }
    let text = PermissionText.displayName(of: value)
    return DelegatedPermission(
      id: Identifier(guid), value: value, needsAdmin: kind == .delegatedByAdministrator, displayName: text,
      details: text + ".")
  }

  /// The row as an app role of Graph; nil for a delegated permission.
  var role: AppRole? {
    guard kind == .application else { return nil }
    return AppRole(
      id: Identifier(guid), value: value, displayName: PermissionText.displayName(of: value), admitsUsers: false,
      admitsApplications: true)
  }
}
