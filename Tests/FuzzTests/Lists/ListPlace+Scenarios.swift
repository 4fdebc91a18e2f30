import Bytes
import Directory
import TestSupport

/// Lists of scenario files.
extension ListPlace {
  /// The text of a scenario with the list behind `begin`, an item a line.
  private static func scenario(
    _ name: String, _ begin: String, _ end: String = "", of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, item: item) { .scenario("scenario: many\n" + begin + $0.joined(separator: "\n") + "\n" + end) }
  }

  /// Two lists of the same length: users or apps, and what names each of them.
  private static func pairs(
    _ name: String, _ begin: String, _ middle: String, of item: @escaping @Sendable (Int) -> String,
    naming: @escaping @Sendable (String) -> String, _ end: String = ""
  ) -> ListPlace {
    ListPlace(name, item: item) { items in
      let first = items.map { $0.description }.joined(separator: "\n")
      let second = items.map { naming(String($0.drop { $0 == " " }.prefix { $0 != ":" })) }.joined(separator: "\n")
      return .scenario("scenario: many\n" + begin + first + "\n" + middle + second + "\n" + end)
    }
  }

  /// Users, and behind them what names each of them.
  private static func users(
    _ name: String, _ middle: String, naming: @escaping @Sendable (String) -> String
  ) -> ListPlace { pairs(name, "world:\n  users:\n", middle, of: user, naming: naming) }

  private static let user = numbered("    user", ": { displayName: Many }")
  private static let app = numbered("    app", ": { type: native }")
  private static let api = numbered("    api", ": { type: api }")

  /// Each group is in the one behind it.
  static let chainOfGroups: @Sendable (Int) -> String = {
    "    group\($0): { displayName: Many, members: [\($0 > 0 ? "group\($0 - 1)" : "alice")] }"
  }
  /// Each user reports to the one before.
  private static let chainOfUsers: @Sendable (Int) -> String = {
    "    user\($0): { displayName: Many, manager: \($0 > 0 ? "user\($0 - 1)" : "alice") }"
  }

  static let scenarios: [ListPlace] = entries + namesOfOthers + withinOne

  /// The sections of `world`, rules and expectations.
  private static let entries: [ListPlace] = [
    scenario("scenario, users", "world:\n  users:\n", of: user),
    scenario("scenario, users with sign-in names", "world:\n  users:\n") {
      "    user\($0): { displayName: Many, userPrincipalName: name\($0)@contoso.com }"
    },
    scenario("scenario, users with managers", "world:\n  users:\n", of: chainOfUsers),
    scenario("scenario, apps", "world:\n  apps:\n", of: app),
    scenario("scenario, web apps", "world:\n  apps:\n", of: numbered("    app", ": { type: web }")),
    scenario(
      "scenario, apps with consent", "world:\n  apps:\n", of: numbered("    app", ": { type: spa, consent: granted }")),
    scenario("scenario, APIs", "world:\n  apps:\n") {
      "    api\($0): { type: api, identifierUris: [\"api://many/\($0)\"], scopes: [A] }"
    },
    scenario("scenario, groups", "world:\n  groups:\n", of: numbered("    group", ": { displayName: Many }")),
    scenario("scenario, tenants", "world:\n  tenants:\n", of: numbered("    tenant", ": { displayName: Many }")),
    scenario(
      "scenario, consents", "world:\n  consents:\n", of: same("  - { client: mobile, scopes: [User.Read, Mail.Read] }")),
    scenario(
      "scenario, policies", "world:\n  policies:\n", of: numbered("  - { name: p", ", require: mfa, users: [alice] }")),
    scenario(
      "scenario, rules", "rules:\n", of: numbered("  - { name: r", ", when: { endpoint: token }, then: { delay: 2s } }")
    ),
    scenario("scenario, expectations", "expect:\n", of: numbered("  - { event: signIn, name: e", " }")),
    scenario("scenario, keys of no meaning", "", of: numbered("key", ": 1")),
    scenario(
      "scenario, people of the sign-in", "world:\n  users:\n    alice: { mfa: none }\nsignIn:\n  users:\n",
      of: numbered("    alice", ": { mfa: pass }")),
    scenario(
      "scenario, groups that are removed", "world:\n  groups:\n    many: { displayName: Many, count: 4000 }\n",
      of: numbered("    many-", ": { removed: true }")),
  ]

  /// Entries that name entries of another list.
  private static let namesOfOthers: [ListPlace] = [
    users("scenario, consents of many users", "  consents:\n") {
      "  - { client: mobile, user: \($0), scopes: [User.Read] }"
    },
    users("scenario, policies about many users", "  policies:\n") {
      "  - { name: \($0), require: mfa, users: [\($0)] }"
    },
    users("scenario, members of one group", "  groups:\n    all:\n      displayName: All\n      members:\n") {
      "      - \($0)"
    },
    users("scenario, groups with a member each", "  groups:\n") {
      "    of-\($0): { displayName: Many, members: [\($0)] }"
    },
    scenario("scenario, groups in groups", "world:\n  groups:\n", of: chainOfGroups),
    scenario("scenario, managers", "world:\n  users:\n", of: chainOfUsers),
    users("scenario, guests of many accounts", "") { "    g\($0): { home: \($0), tenant: fabrikam }" },
    users("scenario, users of an app", "  apps:\n    web:\n      assignedUsers:\n") { "      - \($0)" },
    users(
      "scenario, assignments of many users",
      "  apps:\n    api:\n      appRoles: [{ value: Many }]\n      assignments:\n"
    ) { "      - { role: Many, users: [\($0)] }" },
    pairs(
      "scenario, groups of an app", "world:\n  groups:\n", "  apps:\n    web:\n      assignedGroups:\n",
      of: numbered("    group", ": { displayName: Many }"), naming: { "      - \($0)" }),
    ListPlace("scenario, roles of an app for one user", item: numbered("Role")) { roles in
      let values = roles.map { "      - { value: \($0) }" }
      let given = roles.map { "      - { role: \($0), users: [alice] }" }
      return .scenario(
        "scenario: many\nworld:\n  apps:\n    api:\n      appRoles:\n" + values.joined(separator: "\n")
          + "\n      assignments:\n" + given.joined(separator: "\n") + "\n")
    },
    pairs(
      "scenario, consents to many apps", "world:\n  apps:\n", "  consents:\n", of: app,
      naming: { "  - { client: \($0), scopes: [User.Read] }" }),
    pairs(
      "scenario, clients of an API", "world:\n  apps:\n", "    orders:\n      type: api\n      preauthorizedClients:\n",
      of: app, naming: { "      - \($0)" }),
    pairs(
      "scenario, apps that take the place of none", "world:\n  apps:\n", "", of: api,
      naming: { "    own-\($0): { as: \($0) }" }),
    pairs(
      "scenario, apps that take the place of apps with consent", "world:\n  apps:\n", "",
      of: numbered("    app", ": { type: spa, consent: granted }"), naming: { "    own-\($0): { as: \($0) }" }),
    scenario("scenario, apps in the place of each other", "world:\n  apps:\n") {
      "    own\($0): { as: \($0 > 0 ? "own\($0 - 1)" : "mobile") }"
    },
    permissions("scenario, permissions of one API", "    mobile:\n      apiPermissions:\n") {
      "      - api://contoso/\($0)"
    },
    permissions("scenario, consents with a permission each", "  consents:\n") {
      "  - { client: mobile, scopes: [api://contoso/\($0)] }"
    },
    scenario("scenario, APIs of many hosts", "world:\n  resources:\n") {
      "    vault\($0): { identifierUris: [https://v\($0).test, \"https://*.v\($0).test\"], scopes: [A] }"
    },
  ]

  /// An API with many permissions, and behind it what names each of them.
  private static func permissions(
    _ name: String, _ middle: String, naming: @escaping @Sendable (String) -> String
  ) -> ListPlace {
    ListPlace(name, item: numbered("Word")) { words in
      .scenario(
        "scenario: many\nworld:\n  apps:\n    api:\n      scopes:\n"
          + words.map { "      - \($0)\n" }.joined() + middle + words.map { naming($0) + "\n" }.joined())
    }
  }

  /// Lists within one entry.
  private static let withinOne: [ListPlace] = [
    scenario(
      "scenario, domains of a tenant", "world:\n  tenants:\n    woodgrove:\n      domains:\n",
      of: numbered("      - many", ".test")),
    scenario(
      "scenario, roles of an app", "world:\n  apps:\n    api:\n      appRoles:\n",
      of: numbered("      - { value: Role", " }")),
    scenario(
      "scenario, scopes of an API", "world:\n  apps:\n    api:\n      scopes:\n", of: numbered("      - Word", "")),
    scenario(
      "scenario, unknown users of a rule", "rules:\n",
      of: numbered("  - { when: { endpoint: token, user: u", " }, then: { delay: 2s } }")),
  ]

  /// What a directory does by itself, and no request does many times.
  static let directories: [ListPlace] = [
    ListPlace("directory, groups of one nickname", item: numbered("group")) { names in
      .work {
        var editor = DirectoryEditor(DirectoryState(), at: TestWorld.start)
        for name in names {
          editor.add(
            NewGroup(
              alias: editor.state.freeGroupAlias(like: "staff"), displayName: name, tenant: SeededDirectory.contoso))
        }
        return "\(editor.state.groupsInOrder.last?.alias ?? "")"
      }
    },
    ListPlace("directory, users of one name", item: numbered("user")) { names in
      .work {
        var editor = DirectoryEditor(DirectoryState(), at: TestWorld.start)
        for name in names {
          editor.add(
            NewUser(
              alias: editor.state.freeUserAlias(like: "ann"), displayName: name,
              userPrincipalName: "\(name)@contoso.test",
              tenant: SeededDirectory.contoso))
        }
        return "\(editor.state.usersInOrder.last?.alias ?? "")"
      }
    },
  ]

  /// What a world is exported as.
  static let exports: [ListPlace] = [
    export("export, users", "world:\n  users:\n", of: user),
    export("export, users with managers", "world:\n  users:\n", of: chainOfUsers),
    export("export, groups in groups", "world:\n  groups:\n", of: chainOfGroups),
    export("export, apps", "world:\n  apps:\n", of: app),
    export(
      "export, apps with consent", "world:\n  apps:\n", of: numbered("    app", ": { type: spa, consent: granted }")),
    export("export, groups", "world:\n  groups:\n", of: numbered("    group", ": { displayName: Many }")),
    export("export, groups in a row", "world:\n  groups:\n", of: numbered("    many-", ": { displayName: Many }")),
    export("export, tenants", "world:\n  tenants:\n", weight: 4, of: numbered("    tenant", ": { displayName: Many }")),
    export("export, policies", "world:\n  policies:\n", of: numbered("  - { name: p", ", require: mfa }")),
    export(
      "export, rules", "rules:\n", of: numbered("  - { name: r", ", when: { endpoint: token }, then: { delay: 2s } }")),
    export(
      "export, redirect URIs", "world:\n  apps:\n    mobile:\n      redirectUris:\n",
      of: numbered("      - https://a.test/")),
    ListPlace("export, users of an app", item: user) { items in
      let names = items.map { "      - " + $0.drop { $0 == " " }.prefix { $0 != ":" } }
      return .export(
        "world:\n  users:\n" + items.joined(separator: "\n") + "\n  apps:\n    web:\n      assignedUsers:\n"
          + names.joined(separator: "\n") + "\n")
    },
    ListPlace("export, consents of many users", item: user) { items in
      let consents = items.map {
        "  - { client: mobile, user: \($0.drop { $0 == " " }.prefix { $0 != ":" }), scopes: [Mail.Read] }"
      }
      return .export(
        "world:\n  users:\n" + items.joined(separator: "\n") + "\n  consents:\n"
          + consents.joined(separator: "\n") + "\n")
    },
  ]

  private static func export(
    _ name: String, _ begin: String, weight: Int = 1, of item: @escaping @Sendable (Int) -> String
  ) -> ListPlace {
    ListPlace(name, weight: weight, item: item) { .export(begin + $0.joined(separator: "\n") + "\n") }
  }
}
