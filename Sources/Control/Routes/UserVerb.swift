import Scenarios
import YAML

/// An action of the scenario language that is about one user, as a call of its own.
struct UserVerb: Sendable {
  /// The action's key in scenario files.
  let action: String
  let summary: String
  /// Its parameters, named as in scenario files.
  var members: [Shape.Member] = []

  private static let password = Shape.Member("to", .text(.secret), "the new password, a text that is not empty")

  static let all: [UserVerb] = [
    UserVerb(
      action: "changePassword",
      summary: #"The password becomes {"to": "…"}; without it the old one stays and counts as changed."#,
      members: [password]),
    UserVerb(
      action: "resetPassword", summary: "An administrator sets the password, and may end every session with it.",
      members: [password, .init("revoke", .flag, "whether every session and refresh token ends too")]),
    UserVerb(action: "expirePassword", summary: "The password has to be changed at the next sign-in."),
    UserVerb(action: "revokeSessions", summary: "Ends every session and refresh token of the user."),
    UserVerb(
      action: "requireMfa", summary: "Sign-ins without a second factor no longer do.",
      members: [.init("registered", .flag, "whether the user has a method; without one it must be registered first")]),
    UserVerb(action: "disable", summary: "The account can no longer sign in."),
    UserVerb(action: "enable", summary: "The account can sign in again."),
    UserVerb(action: "lock", summary: "The account is locked, as after too many wrong passwords."),
    UserVerb(action: "unlock", summary: "The account is unlocked, and wrong passwords are forgotten."),
    UserVerb(action: "delete", summary: "The user is gone; nothing signs in or renews."),
    UserVerb(action: "restore", summary: "A deleted user comes back as it was."),
  ]
}
