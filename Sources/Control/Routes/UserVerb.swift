import Directory
import Scenarios
import Worlds

/// An action on one user that has a call of its own, with the name and the parameters that it has in scenario files.
package struct UserVerb: Sendable {
  /// The key of the action in scenario files, and the last word of the path.
  let key: String
  let summary: String
  /// The parameters of the action, as members of the body.
  var members: [Shape.Member] = []
  /// Makes the action from a body that has the shape of `members`.
  let action: @Sendable (ObjectName<User>, Members) -> any WorldAction

  /// The keys of all verbs. `mockidp user` has the same words.
  package static var keys: [String] { all.map(\.key) }

  private static let password = Shape.Member("to", .text(.secret), "the new password, a text that is not empty")

  static let all: [UserVerb] = [
    UserVerb(
      key: "changePassword",
      summary: #"The password becomes {"to": "…"}; without it the old one stays and counts as changed."#,
      members: [password]
    ) { ChangePasswordAction(user: $0, password: $1.text("to"), isPublic: true) },
    UserVerb(
      key: "resetPassword", summary: "An administrator sets the password, and may end every session with it.",
      members: [password, .init("revoke", .flag, "whether every session and refresh token ends too")]
    ) { ResetPasswordAction(user: $0, password: $1.text("to"), isRevoking: $1.flag("revoke") ?? false) },
    UserVerb(key: "expirePassword", summary: "The password has to be changed at the next sign-in.") { user, _ in
      ExpirePasswordAction(user: user)
    },
    UserVerb(key: "revokeSessions", summary: "Ends every session and refresh token of the user.") { user, _ in
      RevokeSessionsAction(user: user)
    },
    UserVerb(
      key: "requireMfa", summary: "Sign-ins without a second factor no longer do.",
      members: [.init("registered", .flag, "whether the user has a method; without one it must be registered first")]
    ) { RequireMFAAction(user: $0, isRegistered: $1.flag("registered") ?? true) },
    UserVerb(key: "disable", summary: "The account can no longer sign in.") { user, _ in
      SetEnabledAction(user: user, isEnabled: false)
    },
    UserVerb(key: "enable", summary: "The account can sign in again.") { user, _ in
      SetEnabledAction(user: user, isEnabled: true)
    },
    UserVerb(key: "lock", summary: "The account is locked, as after too many wrong passwords.") { user, _ in
      SetLockedAction(user: user, isLocked: true)
    },
    UserVerb(key: "unlock", summary: "The account is unlocked, and wrong passwords are forgotten.") { user, _ in
      SetLockedAction(user: user, isLocked: false)
    },
    UserVerb(key: "delete", summary: "The user is gone; nothing signs in or renews.") { user, _ in
      SetDeletedAction(user: user, isDeleted: true)
    },
    UserVerb(key: "restore", summary: "A deleted user comes back as it was.") { user, _ in
      SetDeletedAction(user: user, isDeleted: false)
    },
  ]
}
