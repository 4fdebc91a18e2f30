import Directory

/// Members as the table of words has them: empty where the registration keeps nothing.
extension Application {
  var ownersOrNone: [User.ID] {
    get { owners ?? [] }
    set { owners = newValue.isEmpty ? nil : newValue }
  }

  var trustedSubjectsOrNone: [TrustedSubject] {
    get { trustedSubjects ?? [] }
    set { trustedSubjects = newValue.isEmpty ? nil : newValue }
  }

  var acceptsMapped: Bool {
    get { acceptsMappedClaims ?? false }
    set { acceptsMappedClaims = newValue ? true : nil }
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

/// One permission of a static list.
struct ListedPermission: Hashable {
  let resource: Application.ID
  let value: String
  let isRole: Bool
}
