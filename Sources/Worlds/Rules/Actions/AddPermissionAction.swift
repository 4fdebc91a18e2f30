package import Directory
package import Policy

/// Adds permissions to the static list of an app (`requiredResourceAccess` in Graph). Where an API has a scope and an
/// app role of that name, an app without users gets the role and every other app gets the scope.
package struct AddPermissionAction: WorldAction {
  /// What the name stands for in its API: the scope, the app role, or both.
  package let permissions: [NamedPermission]
  /// The app. Nil: the app of the exchange.
  package let client: ObjectName<Application>?
  /// Whether an administrator of every tenant that has the app also grants them. False: no one has consented to them
  /// yet.
  package let isGranted: Bool

  /// Adds these permissions to the list of an app.
  package init(_ permissions: [NamedPermission], to client: ObjectName<Application>?, isGranted: Bool = false) {
    self.permissions = permissions
    self.client = client
    self.isGranted = isGranted
  }

  package var summary: String {
    let names = permissions.map(\.name).joined(separator: " ")
    return (isGranted ? "add and grant \(names)" : "add \(names)") + client.phrase("to")
  }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      let client = try parties.application(client, in: editor.state)
      let access = editor.state.current(permissions.map { $0.access(preferring: .usual(for: client)) })
      try editor.addPermissions(access, to: client.id)
      if isGranted { try editor.grant(access, to: client.id) }
    }
  }
}
