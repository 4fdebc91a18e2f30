package import Directory

/// Deletes users, or brings them back as they were. A deleted user signs in nowhere, and no token of the user is renewed.
package struct SetDeletedAction: UserAction {
  /// Nil: the user of the exchange, else every user.
  package let user: ObjectName<User>?
  /// False brings the user back.
  package let isDeleted: Bool

  /// Deletes that user, or brings the user back.
  package init(user: ObjectName<User>?, isDeleted: Bool) {
    self.user = user
    self.isDeleted = isDeleted
  }

  package var summary: String { (isDeleted ? "delete" : "restore") + user.phrase() }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.update(user.id) { $0.isDeleted = isDeleted }
  }
}
