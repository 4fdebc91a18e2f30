package import Directory
package import Time

/// The result of a sign-in with user name and password.
package enum PasswordCheck: Sendable, Hashable {
  /// The password is right and may be used.
  case accepted
  /// The sign-in page shows the refusal; the password grant answers with it.
  case refused(Refusal)

  /// Checks in the order of Microsoft's service: the user exists, comes from an address that is not blocked, is not locked and is enabled, has a password, and
  /// the password is right and not expired. `account` has the password: for a guest it is the object in the home
  /// tenant, and `user` is the guest object.
  package static func evaluate(
    _ password: String, of account: User, as user: User, tenant: String, at now: UnixTime
  ) -> PasswordCheck {
    if let refusal = obstacle(account, user) { return .refused(refusal) }
    guard let digest = account.password else { return .refused(Refusal(.passwordMissing)) }
    guard digest.matches(password) else { return .refused(Refusal(.invalidPassword)) }
    if account.needsNewPassword(at: now) { return .refused(.passwordExpired()) }
    return .accepted
  }

  /// The result for somebody who certainly knows the password of that account.
  package static func knowing(_ account: User, at now: UnixTime) -> PasswordCheck {
    if let refusal = obstacle(account, account) { return .refused(refusal) }
    if account.password != nil, account.needsNewPassword(at: now) { return .refused(.passwordExpired()) }
    return .accepted
  }

  /// What comes before the look at the password.
  private static func obstacle(_ account: User, _ user: User) -> Refusal? {
    if user.isDeleted { return .userDeleted(tenant: "\(user.tenant)") }
    if account.comesFromBlockedAddress { return Refusal(.addressLocked) }
    if account.isLocked { return Refusal(.accountLocked) }
    if !account.isEnabled { return Refusal(.accountDisabled) }
    if !user.isEnabled { return Refusal(user.isGuest ? .guestDisabled : .accountDisabled) }
    return nil
  }
}
