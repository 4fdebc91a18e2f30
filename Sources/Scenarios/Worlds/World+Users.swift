import Crypto
package import Directory
package import Time

extension World {
  /// The user changes the password, or it is reset: sign-ins by password of before no longer count.
  /// `moment` is when it happened, now if nil: a sign-in that changes the password on its way counts from the same moment.
  package func changePassword(of user: User.ID, to password: String, at moment: UnixTime? = nil) throws {
    let salt = entropy.bytes(16)
    let now = moment ?? clock.now
    _ = try change { directory in
      directory.updateUser(user) { user in
        user.password = SecretDigest(password, salt: salt)
        user.passwordChangedAt = now
        user.isPasswordExpired = false
      }
    }
  }

  /// The password stays and counts as changed: what an administrator's forced change does to tokens.
  package func markPasswordChanged(of user: User.ID) throws {
    let now = clock.now
    _ = try change { directory in directory.updateUser(user) { $0.passwordChangedAt = now } }
  }

  /// Ends every session and refresh token of the user (Graph: `revokeSignInSessions`).
  package func revokeSessions(of user: User.ID) throws {
    let now = clock.now
    _ = try change { directory in directory.updateUser(user) { $0.tokensValidFrom = now } }
  }

  package func setEnabled(_ isEnabled: Bool, user: User.ID) throws {
    _ = try change { directory in directory.updateUser(user) { $0.isEnabled = isEnabled } }
  }

  /// Changes a user where it stands.
  package func updateUser(_ id: User.ID, _ update: (inout User) -> Void) throws {
    _ = try change { directory in directory.updateUser(id, update) }
  }

  /// Locks an account, or unlocks it and forgets the wrong passwords.
  package func setLocked(_ isLocked: Bool, user: User.ID) throws {
    try updateUser(user) { $0.isLocked = isLocked }
    if !isLocked { lockout.clear(user) }
  }
}
