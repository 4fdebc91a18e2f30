import Directory

/// Users as they are shown and as they are written. The words are those of scenario files.
enum UserShapes {
  static let user = Shape.named(
    "User",
    .object([
      .required("alias", .word, "the short name"),
      .required("id", .guid, "the object id"),
      .required("userPrincipalName", .word, "the sign-in name"),
      .required("displayName", .word, "the name for people"),
      .init("mail", .word, "the mail address"),
      .init("tenant", .word, "the tenant's short name"),
      .init("home", .word, "of a guest: the home account's short name"),
      .init("roles", .list(.word), "the directory roles held"),
      .required("mfa", .words(User.MFA.self), "what multi-factor authentication has to do with the user"),
      .required("enabled", .flag, "whether the account may sign in"),
      .required("locked", .flag, "whether the account is locked"),
      .required("deleted", .flag, "whether the user is deleted, and may be restored"),
      .required("passwordExpired", .flag, "whether the password has to be changed"),
      .required("passwordChangedAt", .time, "when the password was last changed"),
      .required("tokensValidFrom", .time, "sign-ins before this time no longer count"),
    ]))

  static let list = Shape.listing("users", of: user, "the users, in the order they came")

  /// What a scenario file may say under a user's name.
  static let written: [Shape.Member] = [
    .init("displayName", .word, "the name for people; a new user needs one"),
    .init("userPrincipalName", .word, "the sign-in name, in a domain of the tenant"),
    .init("password", .text(.secret), "the password; sign-ins by the old one no longer count"),
    .init("passwordDigest", .text(.secret), "in the place of a password, as an export writes it"),
    .init("passwordChangedAt", .time, "when the password was last changed; without it now, with a new password"),
    .init("passwordExpired", .flag, "whether the password has to be changed at the next sign-in"),
    .init("mfa", .words(User.MFA.self), "what multi-factor authentication has to do with the user"),
    .init("enabled", .flag, "whether the account may sign in"),
    .init("locked", .flag, "whether the account is locked"),
    .init("deleted", .flag, "whether the user is deleted"),
    .init("roles", .list(.word), "directory roles by name, in the place of those held"),
    .init("manager", .either([.word, .null], expected: "a user"), "whom the user reports to"),
    .init("photo", .flag, "whether there is a profile photo"),
    .init("trustedLocation", .flag, "whether the user is at a place that the tenant trusts"),
  ]

  static let changes = Shape.named("UserChanges", .object(written))

  static let new = Shape.named(
    "NewUser", .object([.required("alias", .word, "the short name: letters, digits, '-', '.' and '_'")] + written))
}
