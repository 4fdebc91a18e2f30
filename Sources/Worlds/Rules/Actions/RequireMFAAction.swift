package import Directory

/// Demands a second factor of users. Sessions from sign-ins without one no longer suffice.
package struct RequireMFAAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// Whether the user has registered a method. If not, the next sign-in asks the user to register one.
  package let isRegistered: Bool

  /// Demands a second factor of that user, who has a method already unless the caller says otherwise.
  package init(user: ObjectName<User>?, isRegistered: Bool = true) {
    self.user = user
    self.isRegistered = isRegistered
  }

  package var summary: String {
    "require multi-factor authentication\(user.phrase("of"))"
      + (isRegistered ? "" : ", which has to be registered first")
  }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.updateAccount(of: user) { $0.mfa = isRegistered ? .required : .unregistered }
  }
}
