import Directory

/// Apps as they are shown and as they are written. The words are those of scenario files.
enum ApplicationShapes {
  static let application = Shape.named(
    "App",
    .object([
      .required("alias", .word, "the short name"),
      .required("clientId", .guid, "the application id"),
      .required("displayName", .word, "the name for people"),
      .init("tenant", .word, "the owner's short name; Microsoft's own apps have none"),
      .required("audience", .words(Application.Audience.self), "who may sign in"),
      .required("enabled", .flag, "whether anybody may sign in to it"),
      .required("hasSecret", .flag, "whether it has a client secret"),
      .init("secrets", .list(secret), "its client secrets, as far as they may be shown"),
      .required("redirectUris", .list(redirectURI), "its redirect URIs"),
      .init("permissions", .list(.word), "what the registration lists, as scopes are written"),
      .init("identifierUris", .list(.word), "of an API: the names that scopes begin with"),
      .init("scopes", .list(.word), "of an API: the permissions it exposes"),
    ]))

  private static let secret = Shape.object([
    .required("id", .guid, "the secret's id"),
    .required("hint", .text(.free), "its first letters"),
    .required("startsAt", .time, "when it begins to count"),
    .required("expiresAt", .time, "when it ends"),
  ])

  private static let redirectURI = Shape.object([
    .required("uri", .word, "the URI"),
    .required("platform", .words(RedirectURIRegistration.Platform.self), "the platform it is registered for"),
  ])

  static let list = Shape.listing("apps", of: application, "the apps, in the order they came")

  /// What a scenario file may say under an app's name.
  static let written: [Shape.Member] = [
    .init("type", .words(SeededDirectory.NewApplication.Kind.self), "of a new app: what kind of client it is"),
    .init("clientId", .guid, "of a new app: the application id"),
    .init("displayName", .word, "of a new app: the name for people"),
    .init("redirectUris", .list(.word), "redirect URIs beside those there are"),
    .init("secret", .text(.secret), "the client secret, in the place of the one there is"),
    .init("secretDigest", .text(.secret), "in the place of a secret, as an export writes it"),
    .init("secretsExpired", .flag, "true ends the secrets there are"),
    .init("apiPermissions", .list(.word), "permissions of other APIs, in the place of those on the list"),
    .init("permissions", .list(.word), "permissions of Microsoft Graph, in the place of those on the list"),
    .init("consent", .choice(["granted", "none"]), "whether an administrator has consented to the list"),
    .init("enabled", .flag, "whether anybody may sign in to it"),
    .init("assignmentRequired", .flag, "whether only those may use it who are assigned"),
    .init("knownClients", .list(.word), "of an API: the apps whose consent covers it too"),
    .init("preauthorizedClients", .list(.word), "of an API: the apps that need nobody's consent for it"),
    .init("federatedCredentials", .list(.map(.anything)), "other issuers whose tokens it may prove itself with"),
    .init("assignedUsers", .list(.word), "users who are assigned"),
    .init("assignedGroups", .list(.word), "groups that are assigned"),
    .init("groupMembershipClaims", .words(GroupMembershipClaims.self), "which groups tokens name"),
    .init(
      "optionalClaims",
      .object([
        .init("idToken", .list(.word), "claims of id_tokens"),
        .init("accessToken", .list(.word), "claims of access tokens"),
      ]), "claims that tokens have only because of this"),
  ]

  static let changes = Shape.named("AppChanges", .object(written))

  static let new = Shape.named(
    "NewApp", .object([.required("alias", .word, "the short name: letters, digits, '-', '.' and '_'")] + written))

  static let permission = Shape.object([
    .required("permission", .word, "a permission as scopes are written: User.Read, or api://contoso/Orders.Read")
  ])
}
