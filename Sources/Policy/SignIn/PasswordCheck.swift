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
    if user.isDeleted { return .refused(.userDeleted(tenant: "\(user.tenant)")) }
    if account.comesFromBlockedAddress { return .refused(Refusal(.addressLocked)) }
    if account.isLocked { return .refused(Refusal(.accountLocked)) }
    if !account.isEnabled { return .refused(Refusal(.accountDisabled)) }
    if !user.isEnabled { return .refused(Refusal(user.isGuest ? .guestDisabled : .accountDisabled)) }
    guard let digest = account.password else { return .refused(Refusal(.passwordMissing)) }
    guard digest.matches(password) else { return .refused(Refusal(.invalidPassword)) }
    if account.needsNewPassword(at: now) { return .refused(.passwordExpired()) }
    return .accepted
  }
}
