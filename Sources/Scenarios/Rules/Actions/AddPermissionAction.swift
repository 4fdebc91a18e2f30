package import Directory
package import Policy

/// Adds permissions to the static list of an app: application permissions for an app without users, else delegated permissions.
package struct AddPermissionAction: WorldAction {
  /// The permissions, as the APIs have them in both kinds.
  package let permissions: [NamedPermission]
  /// Nil: the app of the exchange.
  package let client: ObjectName<Application>?
  /// Whether an administrator of every tenant that has the app grants them too. Else nobody has consented to them yet.
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
      let access = [RequiredAccess](permissions.map { $0.access(preferring: .usual(for: client)) })
      try editor.addPermissions(access, to: client.id)
      if isGranted { try editor.grant(access, to: client.id) }
    }
  }
}
