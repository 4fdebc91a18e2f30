package import Directory

/// What comes of a sign-in name and a password.
package enum PasswordCheck: Sendable, Hashable {
  case accepted(User)
  /// Shown on the page, or answered by the password grant.
  case refused(Refusal)

  /// Checks in the service's order: known, not locked, enabled, has a password, right password, not expired.
  /// `user` is nil when nobody has that name; `home` holds the password of a guest.
  package static func evaluate(userName: String, user: User?, home: User?, password: String, tenant: String)
    -> PasswordCheck
  {
    guard let user, !user.isDeleted else { return .refused(.userNotFound(tenant: tenant)) }
    let holder = home ?? user
    if holder.isLocked { return .refused(.accountLocked) }
    if !user.isEnabled || !holder.isEnabled { return .refused(.accountDisabled) }
    guard let digest = holder.password else { return .refused(.passwordMissing) }
    guard digest.matches(password) else { return .refused(.invalidPassword) }
    if holder.isPasswordExpired { return .refused(.passwordExpired()) }
    return .accepted(user)
  }
}
