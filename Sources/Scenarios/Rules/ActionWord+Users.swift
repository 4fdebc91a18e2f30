import Directory
import Worlds

extension ActionWord {
  /// The actions on users.
  static let onUsers: [ActionWord] = [
    .user("revokeSessions", "Ends every session and refresh token of the user.") { user, _ in
      RevokeSessionsAction(user: user)
    },
    .user(
      "changePassword", "Changes the user's password, or counts it as changed.",
      [.init("to", .text, "The new password.")], example: "{ changePassword: alice, to: N3w-passw0rd }"
    ) { user, fields throws(ScenarioError) in
      ChangePasswordAction(user: user, password: try fields.take("to")?.text(), isPublic: true)
    },
    .user(
      "resetPassword", "Sets the user's password as an administrator does.",
      [
        .init("to", .text, "The new password."), .init("revoke", .bool, "Whether sessions and refresh tokens end too."),
      ],
      example: "{ resetPassword: alice, revoke: true }", sharing: ["revoke"]
    ) { user, fields throws(ScenarioError) in
      let password = try fields.take("to")?.text()
      let isRevoking = try fields.take("revoke")?.bool() ?? false
      return ResetPasswordAction(user: user, password: password, isRevoking: isRevoking)
    },
    .user("expirePassword", "The next sign-in asks for a new password.") { user, _ in
      ExpirePasswordAction(user: user)
    },
    .user(
      "requireMfa", "Demands a second factor of the user.",
      [.init("registered", .bool, "Whether the user has a method already.")],
      example: "{ requireMfa: alice, registered: false }"
    ) { user, fields throws(ScenarioError) in
      RequireMFAAction(user: user, isRegistered: try fields.take("registered")?.bool() ?? true)
    },
    .user(
      "changeLocation", "Takes the user out of the places that the tenant trusts, or back.",
      [.init("trusted", .bool, "Whether the user is back.")]
    ) { user, fields throws(ScenarioError) in
      ChangeLocationAction(user: user, isTrusted: try fields.take("trusted")?.bool() ?? false)
    },
    .user("disable", "Switches the account off.") { user, _ in SetEnabledAction(user: user, isEnabled: false) },
    .user("enable", "Switches the account on.") { user, _ in SetEnabledAction(user: user, isEnabled: true) },
    .user("lock", "Refuses passwords until unlock.") { user, _ in SetLockedAction(user: user, isLocked: true) },
    .user("unlock", "Takes passwords again.") { user, _ in SetLockedAction(user: user, isLocked: false) },
    .user("delete", "Deletes the user.") { user, _ in SetDeletedAction(user: user, isDeleted: true) },
    .user("restore", "Brings a deleted user back.") { user, _ in SetDeletedAction(user: user, isDeleted: false) },
  ]

  /// An action on the user whom the file names after the key. When the key stands alone, it means the user of the
  /// exchange.
  private static func user(
    _ key: String, _ sentence: String, _ parameters: [Schema.Property] = [], example: String? = nil,
    sharing sharedParameters: [String] = [],
    read: @escaping @Sendable (ObjectName<User>?, inout FileMapping) throws(ScenarioError) -> any WorldAction
  ) -> ActionWord {
    let form = ActionForm(alone: sentence, .text, parameters, example: example ?? "{ \(key): alice }")
    return ActionWord(key, form, sharing: sharedParameters) { value, fields, directory throws(ScenarioError) in
      let user = try value?.user(in: directory)
      return .world(try read(user.map { .named($0) }, &fields))
    }
  }
}
