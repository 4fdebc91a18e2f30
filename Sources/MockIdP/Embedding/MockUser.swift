import Directory
import Scenarios

/// A user of a world, as somebody who administers it sees one. Every change is what the service makes of it: what was handed out before
/// is refused with the code that the change has there.
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
    try attempt { try world.changePassword(of: id, to: password) }
  }

  /// The next sign-in asks for a new password.
  public func expirePassword() throws { try update { $0.isPasswordExpired = true } }

  /// Ends every session and refresh token (Microsoft Graph: `revokeSignInSessions`).
  public func revokeSessions() throws { try attempt { try world.revokeSessions(of: id) } }

  /// Switches the account off: AADSTS50057.
  public func disable() throws { try attempt { try world.setEnabled(false, user: id) } }

  public func enable() throws { try attempt { try world.setEnabled(true, user: id) } }

  /// Locks the account as too many wrong passwords do: AADSTS50053.
  public func lock() throws { try attempt { try world.setLocked(true, user: id) } }

  public func unlock() throws { try attempt { try world.setLocked(false, user: id) } }

  /// Deletes the user: AADSTS50034.
  public func delete() throws { try update { $0.isDeleted = true } }

  public func restore() throws { try update { $0.isDeleted = false } }

  /// Demands a second factor: sign-ins without one end with AADSTS50076.
  public func requireMFA() throws { try update { $0.mfa = .required } }

  private func update(_ change: (inout User) -> Void) throws {
    guard let user = world.directory.users[id] else { throw MockIdPError("there is no user '\(alias)' any more") }
    let account = world.directory.account(of: user).id
    try attempt { try world.updateUser(account, change) }
  }
}
