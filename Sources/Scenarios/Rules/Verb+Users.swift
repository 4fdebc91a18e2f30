package import Directory
import JSON
import Worlds

extension Verb<User> {
  /// In the order of the control API.
  package static let all: [Self] = [
    changePassword, resetPassword, expirePassword, revokeSessions, requireMFA, changeLocation, disable, enable, lock,
    unlock, delete, restore,
  ]

  private static let password = Parameter(
    name: "to", kind: .secret, sentence: "The new password, a text that is not empty.")

  package static let changePassword = Self(
    "changePassword", "The password becomes the text of `to`; without it the old one stays and counts as changed.",
    [password], example: "alice, to: N3w-passw0rd"
  ) { ChangePasswordAction(user: $0, password: $1["to"]?.string, isPublic: true) }

  package static let resetPassword = Self(
    "resetPassword", "An administrator sets the password, and may end every session with it.",
    [password, .flag("revoke", "Whether every session and refresh token ends too.")],
    example: "alice, revoke: true"
  ) { ResetPasswordAction(user: $0, password: $1["to"]?.string, isRevoking: $1["revoke"]?.bool ?? false) }

  package static let expirePassword = simple(
    "expirePassword", "The password has to be changed at the next sign-in."
  ) { ExpirePasswordAction(user: $0) }

  package static let revokeSessions = simple(
    "revokeSessions", "Ends every session and refresh token of the user."
  ) { RevokeSessionsAction(user: $0) }

  package static let requireMFA = Self(
    "requireMfa", "Sign-ins without a second factor no longer do.",
    [.flag("registered", "Whether the user has a method; without one it must be registered first.")],
    example: "alice, registered: false"
  ) { RequireMFAAction(user: $0, isRegistered: $1["registered"]?.bool ?? true) }

  package static let changeLocation = Self(
    "changeLocation", "The user leaves the places that the tenant trusts, or comes back.",
    [.flag("trusted", "Whether the user is back.")], example: "alice"
  ) { ChangeLocationAction(user: $0, isTrusted: $1["trusted"]?.bool ?? false) }

  package static let disable = simple("disable", "The account can no longer sign in.") {
    SetEnabledAction(user: $0, isEnabled: false)
  }

  package static let enable = simple("enable", "The account can sign in again.") {
    SetEnabledAction(user: $0, isEnabled: true)
  }

  package static let lock = simple("lock", "The account is locked, as after too many wrong passwords.") {
    SetLockedAction(user: $0, isLocked: true)
  }

  package static let unlock = simple("unlock", "The account is unlocked, and wrong passwords are forgotten.") {
    SetLockedAction(user: $0, isLocked: false)
  }

  package static let delete = simple("delete", "The user is gone; nothing signs in or renews.") {
    SetDeletedAction(user: $0, isDeleted: true)
  }

  package static let restore = simple("restore", "A deleted user comes back as it was.") {
    SetDeletedAction(user: $0, isDeleted: false)
  }

  private static func simple(
    _ key: String, _ sentence: String, _ action: @escaping @Sendable (ObjectName<User>?) -> any WorldAction
  ) -> Self {
    Self(key, sentence, example: "alice") { user, _ in action(user) }
  }
}

extension Verb.Parameter {
  fileprivate static func flag(_ name: String, _ sentence: String) -> Self {
    Self(name: name, kind: .flag, sentence: sentence)
  }
}
