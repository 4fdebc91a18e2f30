package import Directory

/// Deletes users, or brings them back as they were. A deleted user signs in nowhere, and no token of the user is renewed.
package struct SetDeletedAction: UserAction {
  package let user: ObjectName<User>?
  package let isDeleted: Bool

  package init(user: ObjectName<User>?, isDeleted: Bool) {
    self.user = user
    self.isDeleted = isDeleted
  }

  package var summary: String { (isDeleted ? "delete" : "restore") + user.phrase() }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    try editor.update(user.id) { $0.isDeleted = isDeleted }
  }
}
