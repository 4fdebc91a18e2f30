import Directory
import JSON
import Scenarios
import Worlds

/// A user of a world, as an administrator sees the user. Each change has the consequences that Microsoft Entra ID
/// gives it: the server refuses what it handed out before with the error code of that change. Every change throws
/// ``MockIdPError`` when the user does not exist any more.
///
/// A guest's password, lock and second factor are those of the home account. ``disable()``, ``delete()`` and
/// ``revokeSessions()`` change the guest in the tenant that invited it, and do not change the home account.
public struct MockUser: Sendable {
  let world: World
  let id: User.ID
  /// The user's name in the scenario, such as `alice`.
  public let alias: String

  /// The object id, a GUID. Each world has other ones.
  public var objectID: String { "\(id)" }

  /// The sign-in name as it is now; empty when the user does not exist any more.
  public var userPrincipalName: String { world.directory.users[id]?.userPrincipalName ?? "" }

  /// Changes the password, as the user would. Refresh tokens from sign-ins with the old password are refused with
  /// AADSTS50173.
  public func changePassword(to password: String) throws {
    try perform(.changePassword, ["to": .string(password)])
  }

  /// Sets the password, as an administrator does. With `isRevoking` every session and refresh token ends too.
  public func resetPassword(to password: String, isRevoking: Bool = false) throws {
    try perform(.resetPassword, ["to": .string(password), "revoke": .bool(isRevoking)])
  }

  /// Lets the password expire: the next sign-in asks the user for a new one.
  public func expirePassword() throws { try perform(.expirePassword) }

  /// Revokes all sessions and refresh tokens of the user (Microsoft Graph: `revokeSignInSessions`).
  public func revokeSessions() throws { try perform(.revokeSessions) }

  /// Disables the account: sign-ins and refresh tokens are refused with AADSTS50057.
  public func disable() throws { try perform(.disable) }

  /// Enables the account again.
  public func enable() throws { try perform(.enable) }

  /// Locks the account, as too many wrong passwords do: sign-ins are refused with AADSTS50053.
  public func lock() throws { try perform(.lock) }

  /// Unlocks the account and sets the count of wrong passwords to zero.
  public func unlock() throws { try perform(.unlock) }

  /// Deletes the user: requests in the user's name are refused with AADSTS50034.
  public func delete() throws { try perform(.delete) }

  /// Restores a deleted user, with the same object id.
  public func restore() throws { try perform(.restore) }

  /// Demands a second factor: what an app does with an earlier sign-in without one is refused with AADSTS50076.
  public func requireMFA() throws { try perform(.requireMFA) }

  /// Takes the user out of the places that the tenant trusts: Microsoft Graph challenges the tokens of apps with `cp1`, and there are no new
  /// ones (AADSTS53003). With `isTrusted` the user is back.
  public func changeLocation(isTrusted: Bool = false) throws {
    try perform(.changeLocation, ["trusted": .bool(isTrusted)])
  }

  private func perform(_ verb: Verb<User>, _ parameters: JSONObject = JSONObject()) throws {
    try attempt { _ = try world.perform([verb.action(.id(id), parameters)]) }
  }
}
