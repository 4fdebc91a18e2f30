package import Directory
import JSON
import Time

/// Deletes users, or restores them as they were. A deleted user cannot sign in, and the server does not renew the
/// user's tokens.
package struct SetDeletedAction: UserAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// False restores the user.
  package let isDeleted: Bool

  /// Deletes that user, or brings the user back.
  package init(user: ObjectName<User>?, isDeleted: Bool) {
    self.user = user
    self.isDeleted = isDeleted
  }

  package var summary: String { (isDeleted ? "delete" : "restore") + user.phrase() }

  package func change(_ user: User, with editor: inout DirectoryEditor) throws {
    let moment: JSONValue? = isDeleted ? .string(editor.now.iso8601) : Optional.none
    try editor.update(user.id) {
      $0.isDeleted = isDeleted
      $0.properties["deletedDateTime"] = moment
    }
  }
}
