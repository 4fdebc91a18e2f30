import Directory
import JSON

extension Application {
  /// What an API offers to others. A file's apps are given this before anything else, so that they may name each other.
  static let exposedWords: [Word<Application>] = [
    .member(identifierURIRow, \.writtenIdentifierURIs, .identifierURIs, unless: []),
    .action(
      "scopes", .scopes,
      "Of an API: the [scopes](#scopes-and-app-roles) that it exposes, in the place of those that it has.",
      synonyms: ["oauth2PermissionScopes"],
      difference: { now, base, comparison in
        guard now.permissions != base.permissions else { return nil }
        return now.permissions.isEmpty ? .null : WordType.scopes.write(now.permissions, comparison.now)
      },
      show: (
        .list(.word), false,
        { app, _ in said(.strings(app.permissions.map(\.value)), unless: app.identifierURIs.isEmpty) }
      ),
      { scopes, _ in .object { $0.permissions = scopes } }),
    .action(
      "appRoles", .appRoles,
      "The [roles](#scopes-and-app-roles) for users, groups and apps, in the place of those that it has.",
      difference: { now, base, comparison in
        guard now.appRoles != base.appRoles else { return nil }
        return now.appRoles.isEmpty ? .null : WordType.appRoles.write(now.appRoles, comparison.now)
      },
      show: (
        .list(.word), false,
        { app, _ in
          said(.strings(app.appRoles.map(\.value)), unless: app.isFirstParty || app.appRoles.isEmpty)
        }
      ),
      { roles, _ in .object { $0.appRoles = roles } }),
  ]

  static let exposedNames: Set<String> = ["identifierUris", "scopes", "appRoles"]

  /// The clients of an API.
  static let clientWords: [Word<Application>] = [
    .action(
      "knownClients", .optional(.clients),
      "Of an API: apps whose consent page covers the API's own static list too, when they ask for `.default`. They are added.",
      synonyms: ["knownClientApplications"],
      difference: { now, base, comparison in
        added(now.knownClients ?? [], to: base.knownClients ?? []) { .strings($0.map(comparison.now.application)) }
      },
      { clients, _ in
        .object { app in
          guard let clients else {
            app.knownClients = nil
            return
          }
          let known = Set(app.knownClients ?? [])
          app.knownClients = (app.knownClients ?? []) + clients.filter { !known.contains($0) }
        }
      }),
    .action(
      "preauthorizedClients", .optional(.preauthorized),
      "Of an API: apps that need no consent for the API's scopes, for all of them or some. They are added.",
      synonyms: ["preAuthorizedApplications"],
      difference: { now, base, comparison in
        added(now.writtenPreauthorizations, to: base.writtenPreauthorizations) {
          WordType.preauthorized.write($0, comparison.now) ?? .null
        }
      },
      { clients, _ in
        .object { api in
          if let clients { api.preauthorize(clients) } else { api.preauthorizedClients = [] }
        }
      }),
  ]
}
