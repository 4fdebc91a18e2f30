import Directory

/// Members as the table of words has them: empty where the registration keeps nothing.
extension Application {
  var ownersOrNone: [User.ID] {
    get { owners ?? [] }
    set { owners = newValue.isEmpty ? nil : newValue }
  }

  var ownerAppsOrNone: [Application.ID] {
    get { owningApps ?? [] }
    set { owningApps = newValue.isEmpty ? nil : newValue }
  }

  var trustedSubjectsOrNone: [TrustedSubject] {
    get { trustedSubjects ?? [] }
    set { trustedSubjects = newValue.isEmpty ? nil : newValue }
  }

  /// Whether the values of the static list alone would be read as other permissions: an app with users has a role that is the name of a
  /// scope too, or the other way round. `requiredResourceAccess` then says the list.
  func needsKinds(in directory: DirectoryState) -> Bool {
    requiredAccess.contains { access in
      let api = directory.applications[access.resource]
      return holdsRoles
        ? access.scopes.contains { access.resource != WellKnown.graph || api?.role(named: $0) != nil }
        : access.roles.contains { access.resource != WellKnown.graph || api?.permission(named: $0) != nil }
    }
  }

  /// The permissions of the static list, whatever their order.
  var listedPermissions: Set<ListedPermission> {
    Set(
      requiredAccess.flatMap { access in
        access.scopes.map { ListedPermission(resource: access.resource, value: $0, isRole: false) }
          + access.roles.map { ListedPermission(resource: access.resource, value: $0, isRole: true) }
      })
  }
}

extension Group {
  /// The members that files name: an app says itself which groups its service principal is in.
  var people: [Member] {
    get { members.filter { !$0.isClient } }
    set { members = newValue + members.filter(\.isClient) }
  }
}

extension Group.Member {
  /// Whether it is the service principal of an app.
  var isClient: Bool { if case .client = self { true } else { false } }
}

/// One permission of a static list.
struct ListedPermission: Hashable {
  let resource: Application.ID
  let value: String
  let isRole: Bool
}
