import Directory
import JSON
import Policy

extension ScenarioSchema {
  static var world: Schema {
    .mapping([
      .init("lifetimes", .reference("lifetimes"), "How long things live, or may lie unused."),
      .init("tenants", .names(tenant), "Changes to the seeded tenants, by alias."),
      .init("users", .names(user), "Changes to the seeded users by alias, and users to add."),
      .init("groups", .names(group), "Changes to the seeded groups by alias, and groups to add."),
      .init("apps", .names(application), "Changes to the seeded apps by alias, and apps to add."),
      .init("consents", .list(consent), "What is granted to apps beside what they say of themselves."),
      .init("policies", .list(.reference("policy")), "Conditional Access policies."),
    ])
  }

  private static var tenant: Schema {
    .mapping([
      .init("userConsent", .choice(Tenant.UserConsent.self), "Whether users may consent for themselves."),
      .init("adminConsentWorkflow", .bool, "Whether they may ask for an administrator's approval."),
    ])
  }

  private static var user: Schema {
    .mapping([
      .init("userPrincipalName", .text, "The sign-in name; its domain chooses the tenant."),
      .init("displayName", .text, "Required of a new user."),
      .init("password", .text),
      .init("passwordDigest", digest, "In the place of a password, as an export writes it."),
      .init("passwordChangedAt", .time, "When the password was last changed."),
      .init("passwordExpired", .bool, "Whether the pages ask for a new password after the old one."),
      .init("mfa", .choice(User.MFA.self), "Whether a second factor is demanded."),
      .init("enabled", .bool), .init("locked", .bool, "Whether passwords are refused."), .init("deleted", .bool),
      .init("roles", .list(.text), "Directory roles held."),
      .init("manager", .text, "Whom the user reports to."), .init("photo", .bool, "Whether there is a photo."),
      .init("trustedLocation", .bool, "Whether the user is at a place that the tenant trusts; true without it."),
    ])
  }

  private static let digest = Schema.text(pattern: "^hmac-sha256:[A-Za-z0-9_-]+:[A-Za-z0-9_-]+$")

  private static var consent: Schema {
    .mapping([
      .init("client", .text, "The app that has it.", isRequired: true),
      .init("tenant", .text, "Where it holds; without it in the user's tenant, else in Contoso."),
      .init("user", .text, "Who granted it; without it an administrator did, for everybody."),
      .init("scopes", .oneOrMany(.text), "Delegated permissions."),
      .init("roles", .oneOrMany(.text), "Application permissions."),
    ])
  }

  private static let removed = Schema.Property(
    "removed", Schema(["const": true]), "Takes it away; nothing else may stand beside it.")

  private static var group: Schema {
    .mapping([
      removed,
      .init("displayName", .text, "Required of a new group."), .init("description", .text),
      .init("type", .choice(Group.Kind.self)), .init("id", .text), .init("tenant", .text, "Contoso without it."),
      .init("count", .number(in: 1...5_000), "So many groups alike, for a new one."),
      .init("members", .list(.text), "Users and groups, in place of those there are."),
    ])
  }

  private static var application: Schema {
    .mapping([
      removed,
      .init("type", .choice(SeededDirectory.NewApplication.Kind.self), "Required of a new app."),
      .init("clientId", .text(pattern: "^\\{?[0-9A-Fa-f-]+\\}?$")), .init("displayName", .text),
      .init("redirectUris", .list(.text), "Beside those there are."),
      .init("secret", .text), .init("secretDigest", digest, "In the place of a secret, as an export writes it."),
      .init("secretsExpired", .bool, "Whether the time of its secrets is over."),
      .init("permissions", .list(.text), "The static list for Microsoft Graph."),
      .init("apiPermissions", .list(.text), "The static list for other APIs: api://contoso/Orders.Read."),
      .init("consent", .choice(["granted", "none"]), "Whether an administrator has consented to the static list."),
      .init("enabled", .bool), .init("assignmentRequired", .bool, "Whether only users who were given the app come in."),
      .init("assignedUsers", .list(.text), "Users who are given the app."),
      .init("assignedGroups", .list(.text), "Groups that are given the app."),
      .init("knownClients", .oneOrMany(.text), "Apps whose consent page covers this API's own permissions too."),
      .init("preauthorizedClients", .oneOrMany(.text), "Apps that need nobody's consent for this API's permissions."),
      .init(
        "federatedCredentials",
        .list(
          .mapping([
            .init("issuer", .text, isRequired: true), .init("subject", .text, isRequired: true), .init("name", .text),
            .init("audience", .text), .init("keys", .any, "A JWK set."), .init("keysUrl", .text),
          ])), "Whose tokens the app may show in place of a secret."),
      .init("groupMembershipClaims", .choice(GroupMembershipClaims.self), "Which groups tokens name."),
      .init(
        "optionalClaims",
        .mapping([
          .init("idToken", .list(.choice(OptionalClaims.known))),
          .init("accessToken", .list(.choice(OptionalClaims.known))),
        ]), "Claims that tokens carry beside the usual ones."),
    ])
  }

  static var policy: Schema {
    .mapping([
      .init("name", .text, isRequired: true), .init("tenant", .text, "Contoso without it."),
      .init("users", .oneOrMany(.text), "Whom it is about; everybody without it."),
      .init("resources", .oneOrMany(.text), "What it guards; every API without it."),
      .init("scopes", .oneOrMany(.text), "The permissions it guards; every one without it."),
      .init("workloads", .oneOrMany(.text), "Apps that sign in as themselves, or all; then it can only block."),
      .init(
        "authenticationContexts", .oneOrMany(.text(pattern: "^c[1-9][0-9]?$")),
        "It waits until one of them is asked for."),
      .init("require", .choice(AccessPolicy.Control.self), "What is demanded."),
      .init("signInFrequency", .oneOf([.choice(["everyTime"]), .duration]), "How long a sign-in counts."),
      .init("enabled", .bool),
    ])
  }

  static var signIn: Schema {
    let answers: [Schema.Property] = [
      .init("consent", .choice(Persona.ConsentAnswer.self), "What is clicked on the consent page."),
      .init("mfa", .choice(Persona.MultiFactorAnswer.self), "Whether the one-time code is right."),
      .init("cancel", .bool, "Whether the sign-in page is left."),
      .init("staySignedIn", .bool, "The answer to \"Stay signed in?\"."),
    ]
    return .oneOf([
      .choice(WorldSettings.SignIn.self),
      .mapping(
        [.init("user", .text, "Who signs in when the request names nobody.")] + answers + [
          .init("users", .names(.mapping(answers)), "Other answers of single users, by alias.")
        ]),
    ])
  }
}
