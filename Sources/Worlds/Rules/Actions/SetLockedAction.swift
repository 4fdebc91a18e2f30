package import Directory

/// Locks accounts, so that the server refuses their passwords, or unlocks them and forgets the wrong passwords that it
/// counted. Tokens and sessions stay good.
package struct SetLockedAction: WorldAction {
  /// Nil: the user of the exchange; without an exchange, every user.
  package let user: ObjectName<User>?
  /// False unlocks the account.
  package let isLocked: Bool

  /// Locks the account of that user, or unlocks it.
  package init(user: ObjectName<User>?, isLocked: Bool) {
    self.user = user
    self.isLocked = isLocked
  }

  package var summary: String { (isLocked ? "lock" : "unlock") + user.phrase() }

  /// Forgetting the wrong passwords is not a change of the directory.
  package var isTraced: Bool { isLocked }

  package func perform(in world: World, for parties: Parties) throws {
    let accounts = try world.edit { editor in
      let accounts = try parties.users(user, in: editor.state).map { editor.state.account(of: $0).id }
      for account in accounts { try editor.update(account) { $0.isLocked = isLocked } }
      return accounts
    }
    if !isLocked { for account in accounts { world.lockout.clear(account) } }
  }
}
