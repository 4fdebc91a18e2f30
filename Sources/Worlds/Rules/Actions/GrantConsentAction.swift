package import Directory
package import Policy

/// Grants delegated permissions to an app, as if a user or an administrator had consented.
package struct GrantConsentAction: WorldAction {
  /// What is granted. Nil: the delegated permissions on the app's static list.
  package let permissions: [NamedPermission]?
  /// Nil: the app of the exchange.
  package let client: ObjectName<Application>?
  /// The user who consents. Nil: an administrator consents for all users, in every tenant that has the app.
  package let user: ObjectName<User>?

  /// Grants these permissions to an app, by a user or by an administrator.
  package init(_ permissions: [NamedPermission]?, to client: ObjectName<Application>?, by user: ObjectName<User>? = nil)
  {
    self.permissions = permissions
    self.client = client
    self.user = user
  }

  package var summary: String {
    let granted = permissions?.map(\.name).joined(separator: " ") ?? "all permissions on the list"
    return "grant \(granted)\(client.phrase("to"))\(user.phrase("for"))"
  }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      let client = try parties.application(client, in: editor.state)
      let access = permissions.map { editor.state.current($0.map { $0.access(preferring: .delegated) }) }
      let user = try user.map { try editor.state.existingUser($0).id }
      try editor.grantScopes(access ?? client.requiredAccess, to: client.id, by: user)
    }
  }
}
