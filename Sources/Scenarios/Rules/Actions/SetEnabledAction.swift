package import Directory

/// Switches accounts off or on. A user whose account is off signs in nowhere, and no token of the user is renewed.
package struct SetEnabledAction: UserAction {
  /// Nil: the user of the exchange, else every user.
  package let user: ObjectName<User>?
  /// Whether it is switched on.
  package let isEnabled: Bool

  /// Switches the account of that user on or off.
  package init(user: ObjectName<User>?, isEnabled: Bool) {
    self.user = user
    self.isEnabled = isEnabled
  }

  package var summary: String { (isEnabled ? "enable" : "disable") + user.phrase() }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.update(user.id) { $0.isEnabled = isEnabled }
  }
}
