package import Directory
package import Policy

/// Removes permissions from the static list of an app. Grants stay, as in the service (Microsoft: "Review permissions
/// granted to enterprise applications"), unless the action withdraws them.
package struct RemovePermissionAction: WorldAction {
  /// What the name stands for in its API: the scope, the app role, or both. The list may have either.
  package let permissions: [NamedPermission]
  /// Nil: the app of the exchange.
  package let client: ObjectName<Application>?
  /// Whether the grants of these permissions are withdrawn too, those of users and those of administrators.
  package let isWithdrawing: Bool

  /// Removes these permissions from the list of an app.
  package init(_ permissions: [NamedPermission], from client: ObjectName<Application>?, isWithdrawing: Bool = false) {
    self.permissions = permissions
    self.client = client
    self.isWithdrawing = isWithdrawing
  }

  package var summary: String {
    let names = permissions.map(\.name).joined(separator: " ")
    return (isWithdrawing ? "remove and withdraw \(names)" : "remove \(names)") + client.phrase("from")
  }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      let client = try parties.application(client, in: editor.state).id
      // The list may have the permission in either kind.
      let access = editor.state.current(permissions.map(\.access))
      try editor.removePermissions(access, of: client)
      if isWithdrawing { try editor.withdraw(access, from: client) }
    }
  }
}
