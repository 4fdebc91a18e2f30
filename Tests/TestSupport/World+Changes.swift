package import Directory
package import Worlds

/// What happens to users and apps while a test runs, as one call each. These are the actions that rules and the control API carry out.
extension World {
  package func changePassword(of user: User.ID, to password: String) throws {
    try perform(ChangePasswordAction(user: .id(user), password: password))
  }

  /// The password stays and counts as changed.
  package func markPasswordChanged(of user: User.ID) throws {
    try perform(ChangePasswordAction(user: .id(user), password: nil))
  }

  package func revokeSessions(of user: User.ID) throws { try perform(RevokeSessionsAction(user: .id(user))) }

  package func setEnabled(_ isEnabled: Bool, user: User.ID) throws {
    try perform(SetEnabledAction(user: .id(user), isEnabled: isEnabled))
  }

  /// Changes members of a user for which there is no action.
  package func updateUser(_ id: User.ID, _ change: (inout User) -> Void) throws {
    try edit { try $0.update(id, change) }
  }

  /// Withdraws the consent of one user, or everybody's.
  package func withdrawConsent(from client: Application.ID, of user: User.ID?) throws {
    try perform(WithdrawConsentAction(from: .id(client), of: user.map { .id($0) }))
  }
}
