package import Directory

/// What comes of a sign-in name and a password.
package enum PasswordCheck: Sendable, Hashable {
  case accepted
  /// The sign-in page shows the refusal, the password grant answers with it.
  case refused(Refusal)

  /// Checks in the service's order: the user exists, is not locked, is enabled, has a password, the password is right and has
  /// not expired. `account` holds the password: for a guest, the object in the home tenant.
  package static func evaluate(_ password: String, of account: User, as user: User, tenant: String) -> PasswordCheck {
    if user.isDeleted { return .refused(.userNotFound(tenant: tenant)) }
    if account.isLocked { return .refused(Refusal(.accountLocked)) }
    if !user.isEnabled || !account.isEnabled { return .refused(Refusal(.accountDisabled)) }
    guard let digest = account.password else { return .refused(Refusal(.passwordMissing)) }
    guard digest.matches(password) else { return .refused(Refusal(.invalidPassword)) }
    if account.isPasswordExpired { return .refused(.passwordExpired()) }
    return .accepted
  }
}
