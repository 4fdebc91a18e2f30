import Directory
import Scenarios

/// A user of a world, as somebody who administers it sees one. Every change has the consequences that the service gives it: what was
/// handed out before is refused with the code that belongs to the change.
///
/// A guest's password, lock and second factor are those of the home account. ``disable()``, ``delete()`` and ``revokeSessions()`` are
/// about the guest in the tenant that invited it, and leave the home account alone.
public struct MockUser: Sendable {
  let world: World
  let id: User.ID
  public let alias: String

  /// The object id, a GUID.
  public var objectID: String { "\(id)" }

  /// The sign-in name as it is now.
  public var userPrincipalName: String { world.directory.users[id]?.userPrincipalName ?? "" }

  /// The user changes the password: refresh tokens of a sign-in by password end with AADSTS50173.
  public func changePassword(to password: String) throws {
    try perform(ChangePasswordAction(user: .id(id), password: password))
  }

  /// The next sign-in asks for a new password.
  public func expirePassword() throws { try perform(ExpirePasswordAction(user: .id(id))) }

  /// Ends every session and refresh token (Microsoft Graph: `revokeSignInSessions`).
  public func revokeSessions() throws { try perform(RevokeSessionsAction(user: .id(id))) }

  /// Switches the account off: AADSTS50057.
  public func disable() throws { try perform(SetEnabledAction(user: .id(id), isEnabled: false)) }

  /// Switches the account on again.
  public func enable() throws { try perform(SetEnabledAction(user: .id(id), isEnabled: true)) }

  /// Locks the account as too many wrong passwords do: AADSTS50053.
  public func lock() throws { try perform(SetLockedAction(user: .id(id), isLocked: true)) }

  /// Unlocks the account and forgets the wrong passwords.
  public func unlock() throws { try perform(SetLockedAction(user: .id(id), isLocked: false)) }

  /// Deletes the user: AADSTS50034.
  public func delete() throws { try perform(SetDeletedAction(user: .id(id), isDeleted: true)) }

  /// Brings a deleted user back.
  public func restore() throws { try perform(SetDeletedAction(user: .id(id), isDeleted: false)) }

  /// Demands a second factor: sign-ins without one end with AADSTS50076.
  public func requireMFA() throws { try perform(RequireMFAAction(user: .id(id))) }

  private func perform(_ action: some WorldAction) throws { try attempt { _ = try world.perform(action) } }
}
