import Bytes
package import Directory
import JSON
import Time

extension Application: WordedEntry {
  package typealias New = NewApplication

  package static let references = words.compactMap(\.own)

  package static let words: [Word<Application>] =
    identity + credentials + permissionWords + doors + apiWords + tokenWords

  private static let identity: [Word<Application>] = [
    .shown("alias", .text, "The short name.") { app, _ in app.alias },
    .beginning("type", .choice, "The kind of client. A new app needs one.", new: "required", show: false) {
      app, _ -> NewApplication.Kind? in app.type
    },
    .beginning("clientId", .guid, "The application (client) id.", new: "follows from the alias") { app, _ in app.id.guid
    },
    .beginning("displayName", .text, "The name for people.", new: "the alias") { app, _ in app.displayName },
    .beginning(
      "tenant", .tenant, "The tenant that owns the registration. Microsoft's own apps have none.",
      new: "the first tenant",
      always: false
    ) { app, _ in app.tenant },
    .member(
      "audience", \.audience, .choice, "The accounts that may sign in.",
      new: "`AzureADandPersonalMicrosoftAccount`; `AzureADMyOrg` for a `daemon`", show: .always,
      synonyms: ["signInAudience"]),
    .action(
      "enabled", .flag, "Whether anybody may sign in to the app.", new: "`true`",
      difference: { now, base, _ in said(.bool(now.isEnabled), unless: now.isEnabled == base.isEnabled) },
      show: (.flag, true, { app, _ in .bool(app.isEnabled) }),
      { isEnabled, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setEnabled(isEnabled, id) }
      }),
  ]

  private static let credentials: [Word<Application>] = [
    .shown("hasSecret", .flag, "Whether the app has a client secret.") { app, _ in !app.secrets.isEmpty },
    .shown("secrets", .shownSecrets, "The client secrets, as far as they may be shown.", always: false) { app, _ in
      app.secrets.isEmpty ? nil : app.secrets
    },
    .action(
      "secret", .password, "The client secret, in the place of the one that the app has.",
      new: "`ALIAS-secret` for `web` and `daemon`",
      difference: { now, base, comparison in now.writtenSecret(unlike: base, comparison).text },
      { secret, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setSecret(.text(secret), of: id) }
      }),
    .action(
      "secretDigest", .digest,
      "The digest of the secret, in the place of `secret`, as an [export](worlds.md#export) writes it.", new: "",
      difference: { now, base, comparison in now.writtenSecret(unlike: base, comparison).digest },
      { digest, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setSecret(.digest(digest), of: id) }
      }),
    .action(
      "secretsExpired", .flag, "`true`: the time of the app's secrets is over.", new: "`false`",
      difference: { now, base, comparison in
        let isOver =
          now.hasExpiredSecrets(at: comparison.time.now) && !base.hasExpiredSecrets(at: comparison.time.before)
        return said(true, unless: !isOver)
      },
      { isExpired, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          if isExpired { try editor.expireSecrets(of: id) }
        }
      }),
    .action(
      "federatedCredentials", .optional(.federatedCredentials),
      "[Issuers](#federated-credentials) whose tokens the app may prove itself with. They are added; one of the same name is replaced.",
      difference: { now, base, _ in
        added(now.federatedCredentials, to: base.federatedCredentials) { .array($0.map(\.written)) }
      },
      { credentials, _ in
        .object { app in
          guard let credentials else {
            app.federatedCredentials = []
            return
          }
          app.federatedCredentials.removeAll { old in credentials.contains { $0.id == old.id } }
          app.federatedCredentials += credentials
        }
      }),
  ]

  private static let permissionWords: [Word<Application>] = [
    .action(
      "redirectUris", .optional(.redirectURIs), "Redirect URIs, added to those that the app has, on its platform.",
      new: "`http://localhost`, none for a `daemon`; for a native app also `msal{clientId}://auth`",
      difference: { now, base, _ in
        // Bytes, since two texts that look alike may be two URIs.
        added(now.redirectURIs.map { Array($0.uri.utf8) }, to: base.redirectURIs.map { Array($0.uri.utf8) }) {
          .strings($0.map { String(decoding: $0, as: UTF8.self) })
        }
      },
      show: (
        WordType.registrations.shown, true, { app, names in WordType.registrations.write(app.redirectURIs, names) }
      ),
      { uris, _ in
        .object { app in
          guard let uris else {
            app.redirectURIs = []
            return
          }
          let platform = app.redirectURIs.first?.platform ?? .web
          for uri in uris where !app.redirectURIs.contains(where: { $0.uri.hasSameBytes(as: uri) }) {
            app.redirectURIs.append(RedirectURIRegistration(uri: uri, platform: platform))
          }
        }
      }),
    .action(
      "permissions", .graphPermissions,
      "The static list for Microsoft Graph, in the place of the one there is: delegated permissions, for a `daemon` application permissions.",
      new: "`User.Read` and the OpenID Connect scopes; none for a `daemon`",
      difference: { now, base, comparison in
        let value = comparison.now.permissions(now.graphAccess)
        return said(.strings(value), unless: value == comparison.before.permissions(base.graphAccess))
      },
      show: (
        .list(.word), false,
        { app, names in
          let all = names.permissions(app.requiredAccess)
          return said(.strings(all), unless: all.isEmpty)
        }
      ),
      { access, _ in .object { $0.graphAccess = [access] } }),
    .action(
      "apiPermissions", .apiPermissions,
      "The static list for all other APIs, in the place of the one there is: `[api://contoso/Orders.Read]`.",
      difference: { now, base, comparison in
        let value = comparison.now.permissions(now.otherAccess)
        return said(.strings(value), unless: value == comparison.before.permissions(base.otherAccess))
      },
      { access, _ in .object { $0.otherAccess = access } }),
    .action(
      "consent", .consent,
      "`granted`: an administrator of every tenant consents to the static list. `none` takes all that was granted away.",
      new: "`none`",
      { consent, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          switch consent {
          case .granted: try editor.grantStaticList(of: id)
          case .none: try editor.withdrawEverything(from: id)
          }
        }
      }),
  ]

  private static let doors: [Word<Application>] = [
    .action(
      "assignmentRequired", .flag, "Whether only users who were given the app may use it.", new: "`false`",
      difference: { now, base, comparison in
        let value = comparison.now.directory.requiresAssignment(now.id)
        return said(.bool(value), unless: value == comparison.before.directory.requiresAssignment(base.id))
      },
      { isRequired, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setRequiresAssignment(isRequired, id)
        }
      }),
    .action(
      "assignedUsers", .optional(.assignedUsers), "Users who are given the app, beside those who have it.",
      difference: { now, _, comparison in
        added(
          comparison.now.directory.assigned(to: now.id).users,
          to: comparison.before.directory.assigned(to: now.id).users
        ) { .strings($0) }
      },
      { users, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          guard let users else {
            return try editor.unassign(id) { if case .user = $0 { true } else { false } }
          }
          for user in users { try editor.assign(.user(user), to: id) }
        }
      }),
    .action(
      "assignedGroups", .optional(.assignedGroups), "Groups that are given the app. Their direct members may use it.",
      difference: { now, _, comparison in
        added(
          comparison.now.directory.assigned(to: now.id).groups,
          to: comparison.before.directory.assigned(to: now.id).groups
        ) { .strings($0) }
      },
      { groups, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          guard let groups else {
            return try editor.unassign(id) { if case .group = $0 { true } else { false } }
          }
          for group in groups { try editor.assign(.group(group), to: id) }
        }
      }),
  ]

  private static let apiWords: [Word<Application>] = [
    .shown(
      "identifierUris", .list(of: .text, "a list of URIs", label: "list of URIs"),
      "Of an API: the App ID URIs that scopes begin with.", always: false
    ) { app, _ in app.identifierURIs.isEmpty ? nil : app.identifierURIs },
    .shown(
      "scopes", .list(of: .text, "a list of scopes", label: "list of scopes"),
      "Of an API: the delegated permissions that it exposes.", always: false
    ) { app, _ in app.identifierURIs.isEmpty ? nil : app.permissions.map(\.value) },
    .action(
      "knownClients", .optional(.clients),
      "Of an API: apps whose consent page covers the API's own static list too, when they ask for `.default`. They are added.",
      difference: { now, base, comparison in
        added(now.knownClients ?? [], to: base.knownClients ?? []) { .strings($0.map(comparison.now.application)) }
      },
      { clients, _ in
        .object { app in
          guard let clients else {
            app.knownClients = nil
            return
          }
          let known = app.knownClients ?? []
          app.knownClients = known + clients.filter { !known.contains($0) }
        }
      }),
    .action(
      "preauthorizedClients", .optional(.clients),
      "Of an API: apps that need no consent for the API's permissions. They are added.",
      difference: { now, base, comparison in
        added(now.preauthorizedClients.map(\.client), to: base.preauthorizedClients.map(\.client)) {
          .strings($0.map(comparison.now.application))
        }
      },
      { clients, _ in
        .object { api in
          guard let clients else {
            api.preauthorizedClients = []
            return
          }
          let scopes = api.permissions.map(\.value)
          api.preauthorizedClients.removeAll { clients.contains($0.client) }
          api.preauthorizedClients += clients.map { Preauthorization(client: $0, scopes: scopes) }
        }
      }),
  ]

  private static let tokenWords: [Word<Application>] = [
    .member(
      "groupMembershipClaims", \.groupMembershipClaims, .optional(.choice), "The groups that tokens name.",
      new: "`None`", show: .never),
    .member(
      "optionalClaims", \.optionalClaims, .optional(.optionalClaims), "Claims that tokens carry beside the usual ones.",
      show: .never),
  ]
}
