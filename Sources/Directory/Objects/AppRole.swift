/// An app role that an API defines (manifest: `appRoles`).
package struct AppRole: Sendable, Hashable, Codable {
  package var id: Identifier<AppRole>
  /// The text in `roles` of tokens, such as `Orders.Process`. Empty for a role without a value.
  package var value: String
  package var displayName: String
  /// The longer text; nil when there is none.
  package var details: String?
  /// Users and groups may hold it (`allowedMemberTypes` has `User`).
  package var admitsUsers: Bool
  /// Apps may hold it for themselves: it is an application permission (`allowedMemberTypes` has `Application`).
  package var admitsApplications: Bool
  private var isDisabled: Bool?

  /// By what assignments know the role: its value, and its id where it has no value. No token states such a role.
  package var assignedName: String { value.isEmpty ? "\(id)" : value }

  /// False: the API's owner has disabled the role. Nobody can be given it, and no token states it.
  package var isEnabled: Bool {
    get { isDisabled != true }
    set { isDisabled = newValue ? nil : true }
  }

  package init(
    id: Identifier<AppRole>, value: String, displayName: String, admitsUsers: Bool, admitsApplications: Bool
  ) {
    self.id = id
    self.value = value
    self.displayName = displayName
    self.admitsUsers = admitsUsers
    self.admitsApplications = admitsApplications
  }
}

extension Identifier<AppRole> {
  /// The id of a role that a scenario file defines by app and value. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("app role", name)) }
}
