import Directory
import JSON
import Policy

/// Whether the caller may do what the route is for, beyond the permission of the token (Microsoft: "Microsoft Graph permissions
/// reference", `Application.ReadWrite.OwnedBy` and `Group.Create`; "Default user permissions").
///
/// With a user the permission alone is not enough: the user has to hold a role for it or own the object. An app with a permission for what
/// it owns has to own it.
enum Administration {
  /// Refuses a signed-in user who may not do it. `owners` are those of the object; nil: of the object that the path names.
  static func check(
    _ task: AdministrativeTask, owners: [Group.Member]? = nil, _ resource: ResourceCall
  ) throws(GraphError) {
    let (token, owns) = (resource.token, (owners ?? resource.owners).contains(resource.caller))
    guard let user = token.user else {
      guard task == .changeGroups || task == .deleteGroups, resource.namesRoleGroup, !owns else { return }
      return try checkRoleManagement(token)
    }
    let task = resource.namesRoleGroup && task.isOpenToOwners ? AdministrativeTask.changeRoleGroups : task
    if let objection = task.objection(to: user, in: token.tenant, owns: owns) { throw .lacksRole(objection) }
  }

  /// Refuses a signed-in user who may not make a sensitive change of the other one.
  static func checkSensitive(_ target: User, _ resource: ResourceCall) throws(GraphError) {
    guard let user = resource.token.user else { return }
    if let objection = SensitiveChange.objection(to: user, changing: target) { throw .lacksRole(objection) }
  }

  /// What makes groups that can hold directory roles, and changes them, beside the permission for groups.
  static func checkRoleManagement(_ token: GraphToken) throws(GraphError) {
    let needed = "RoleManagement.ReadWrite.Directory"
    guard !token.permissions.contains(needed) else { return }
    throw .insufficientPrivileges(needed: [needed], held: token.permissions, ofApp: token.user == nil)
  }

  /// Whether an app changes a group of its own with `Group.Create`, which opens nothing else.
  static func isOwnersCall(_ permission: GraphPermission, _ resource: ResourceCall) -> Bool {
    guard permission.task == .changeGroups || permission.task == .deleteGroups else { return false }
    let token = resource.token
    return token.user == nil && token.permissions.contains("Group.Create") && resource.owners.contains(resource.caller)
  }

  /// Whether an app calls whose service principal holds a directory role for it: such an app needs no permission (Microsoft: "Assign
  /// Microsoft Entra roles", roles of service principals). Any role reads the directory.
  static func isRoleHoldersCall(_ permission: GraphPermission, _ resource: ResourceCall) -> Bool {
    let roles = resource.rolesOfApp
    guard !roles.isEmpty else { return false }
    guard let task = permission.task ?? (permission == .changeApplications ? .changeApps : nil) else {
      return permission.application.contains("Directory.Read.All")
    }
    return roles.contains { $0 == .globalAdministrator || task.roles.contains($0) }
  }

  // MARK: Apps

  static func check(_ application: Application, _ resource: ResourceCall) throws(GraphError) {
    try checkApp(owners: application.allOwners, resource)
  }

  static func check(_ view: ServicePrincipalView, _ resource: ResourceCall) throws(GraphError) {
    let owners = view.principal.owners(orThoseOf: view.application)
    try checkApp(owners: owners + view.application.allOwners, resource)
  }

  /// A user without a role registers apps where the tenant lets users do so.
  static func checkMayRegister(_ resource: ResourceCall) throws(GraphError) {
    try check(.registerApps, owners: [], resource)
  }

  /// The owner of a registration adds its service principal. `OwnedBy` is for apps of the own tenant alone.
  static func checkMayAddPrincipal(of application: Application, _ resource: ResourceCall) throws(GraphError) {
    let token = resource.token
    guard application.tenant == token.tenant.id else {
      if token.user == nil, !holdsAll(token) { throw .backingApplicationElsewhere }
      return try checkMayRegister(resource)
    }
    try check(application, resource)
  }

  /// The caller as the owner of what it makes.
  static func creator(_ resource: ResourceCall) -> [Group.Member] { [resource.caller] }

  private static func checkApp(owners: [Group.Member], _ resource: ResourceCall) throws(GraphError) {
    guard resource.token.user == nil else { return try check(.changeApps, owners: owners, resource) }
    let roles = resource.rolesOfApp
    guard !owners.contains(resource.caller), !holdsAll(resource.token),
      !roles.contains(where: { $0 == .globalAdministrator || AdministrativeTask.changeApps.roles.contains($0) })
    else { return }
    throw .insufficientPrivileges(
      needed: ["Application.ReadWrite.All"], held: resource.token.permissions, ofApp: resource.token.user == nil)
  }

  private static func holdsAll(_ token: GraphToken) -> Bool { token.permissions.contains("Application.ReadWrite.All") }
}

extension ResourceCall {
  /// The signed-in user, or the app that calls for itself.
  var caller: Group.Member { token.user.map { .user($0.id) } ?? .client(token.client.id) }

  /// The directory roles of an app that calls for itself.
  fileprivate var rolesOfApp: [DirectoryRole] {
    guard token.user == nil else { return [] }
    return directory.servicePrincipal(of: token.client.id, in: token.tenant.id)?.properties.directoryRoles ?? []
  }

  /// The owners of the group or the service principal that the path names. None where it names neither, or one that is not there.
  fileprivate var owners: [Group.Member] {
    if let group = namedGroup { return group.allOwners }
    guard keys["principal"] != nil, let view = try? ApplicationCalls.principalView(self) else { return [] }
    return view.principal.owners(orThoseOf: view.application)
  }

  fileprivate var namesRoleGroup: Bool { namedGroup?.properties.flag("isAssignableToRole") ?? false }

  private var namedGroup: Group? {
    guard let group = keys["group"].flatMap({ Group.ID($0) }).flatMap({ directory.groups[$0] }),
      group.tenant == token.tenant.id
    else { return nil }
    return group
  }
}

extension GraphError {
  /// The refusal of a user whose app holds the permission. The reason names the roles that would do.
  static func lacksRole(_ reason: String) -> Self {
    Self(403, .requestDenied, "Insufficient privileges to complete the operation.", because: reason)
  }
}
