package import Directory

/// An action that changes users. It changes all users whom it means in one change of the directory: all of them or,
/// when one change fails, none.
///
/// A guest has two objects, and each action says which one it changes. The password, the lock, the methods of the
/// second factor and the place where the user is belong to the **home account**. Whether the guest exists, whether the
/// guest may sign in, and since when sign-ins count belongs to the **guest object** in the tenant that invited it.
package protocol UserAction: WorldAction {
  /// The user whom the action names. Nil: the user of the exchange; without an exchange, every user.
  var user: ObjectName<User>? { get }

  /// Changes one of these users. For a guest, `user` is the guest object.
  func change(_ user: User, with editor: inout DirectoryEditor) throws
}

extension UserAction {
  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      for user in try parties.users(user, in: editor.state) { try change(user, with: &editor) }
    }
  }
}

extension DirectoryEditor {
  /// Changes the account behind a user object: the home account of a guest, else the user.
  mutating func updateAccount(of user: User, _ change: (inout User) -> Void) throws {
    try update(state.account(of: user).id, change)
  }
}
