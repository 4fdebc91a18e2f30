package import Directory

/// Switches accounts off or on. A user whose account is off cannot sign in, and the server does not renew the user's
/// tokens.
package struct SetEnabledAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// True switches the account on.
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
