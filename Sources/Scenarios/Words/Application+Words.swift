import Bytes
package import Directory
import JSON
import Time

extension Application: WordedEntry {
  package typealias New = NewApplication

  package static let references = words.compactMap(\.own)

  package static let words: [Word<Application>] =
    identity + rows(nameRows) + owners + risk + credentials + platformWords + rows(addressRows) + rows(implicitRows)
    + flowWords + rows(clientRows) + exposedWords + permissionWords + doors + clientWords + tokenWords
    + rows(tokenRows) + claimsWords + principalWords + samlWords + rows(plainRows)

  private static func rows(_ rows: [Property<Application>]) -> [Word<Application>] { rows.map { .row($0) } }

  private static let identity: [Word<Application>] = [
    .shown("alias", .text, "The short name.") { app, _ in app.alias },
    .beginning(
      "type", .choice,
      "The kind of client; `api` for a registration with nothing in it. A new app needs one, unless it takes the place of another or is a managed identity.",
      new: "required", show: false
    ) {
      app, _ -> NewApplication.Kind? in app.type
    },
    .beginning(
      "as", .application,
      "The seeded app whose place this one takes. It has all that the seeded one has, with a client id and a name of its own; the seeded one's short name finds it too, so rules about that one meet it.",
      new: "no app", show: false
    ) { _, _ in nil },
    .shown("standsFor", .text, "The short name of the app in whose place it stands.", always: false) { app, _ in
      app.standsFor
    },
    .beginning(
      "clientId", .guid, "The application (client) id.", new: "follows from the alias", synonyms: ["appId"]
    ) { app, _ in app.id.guid },
  ]

  private static let owners: [Word<Application>] = [
    .beginning(
      "tenant", .tenant, "The tenant that owns the registration. Microsoft's own apps have none.",
      new: "the first tenant", always: false
    ) { app, _ in app.tenant },
    .row(audienceRow),
    .member("owners", \.ownersOrNone, .owners, "The users who own the registration.", show: .present, unless: []),
    .member(
      "ownerApps", \.ownerAppsOrNone, .clients, "The apps whose service principals own the registration.",
      show: .present, unless: []),
    .member(
      "managedIdentity", \.managedIdentityResource, .optional(.managedIdentity),
      "Makes the app a [managed identity](managed-identity.md): of a machine or service, or a resource of its own, by its Azure resource id.",
      new: "no managed identity", show: .present),
    .member(
      "agentIdentityBlueprintId", \.agentBlueprint, .optional(.application),
      "Makes the app an [agent identity](workloads.md#agents) of this blueprint, an app that stands above in the file.",
      new: "no agent identity", show: .present),
    .member(
      "agentUser", \.agentUser, .optional(.user),
      "The [agent user](workloads.md#agents) of an agent identity, in whose name it gets tokens.", new: "none",
      show: .present),
    .action(
      "enabled", .flag, "Whether anybody may sign in to the app.", new: "`true`",
      difference: { now, base, _ in said(.bool(now.isEnabled), unless: now.isEnabled == base.isEnabled) },
      show: (.flag, true, { app, _ in .bool(app.isEnabled) }),
      { isEnabled, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setEnabled(isEnabled, id) }
      }),
  ]

  private static let risk: [Word<Application>] = [
    .member(
      "risky", \.isRisky, .flag,
      "Whether the service takes the app for a risky one. Users may not consent to it then, whatever the tenant allows.",
      new: "`false`", unless: false)
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
      "passwordCredentials", .passwordCredentials,
      "The client secrets, each with its end, in the place of those that the app has.", new: "what `secret` says",
      difference: { now, base, comparison in now.writtenSecrets(unlike: base, comparison) },
      { secrets, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in try editor.setSecrets(secrets, of: id) }
      }),
    .action(
      "secretsExpired", .flag, "`true`: the time of the app's secrets is over.", new: "`false`",
      difference: { now, base, comparison in
        // When secrets are listed one by one, the list says when each one ends.
        let isOver =
          now.hasUsualSecret && now.hasExpiredSecrets(at: comparison.time.now)
          && !base.hasExpiredSecrets(at: comparison.time.before)
        return said(true, unless: !isOver)
      },
      { isExpired, _ in
        .directory { id, editor throws(DirectoryEditor.NoSuchObject) in
          if isExpired { try editor.expireSecrets(of: id) }
        }
      }),
    .action(
      "certificates", .certificates,
      "[Certificates](#certificates) that the app may prove itself with, in the place of those that it has.",
      synonyms: ["keyCredentials"],
      difference: { now, base, comparison in
        let value = WordType.certificates.write(now.certificates, comparison.now)
        return said(
          now.certificates.isEmpty ? .null : value ?? .null,
          unless: value == WordType.certificates.write(base.certificates, comparison.before))
      },
      show: (
        WordType.shownCertificates, false,
        { app, _ in said(.array(app.certificates.map(\.shown)), unless: app.certificates.isEmpty) }
      ),
      { certificates, _ in .object { $0.certificates = certificates } }),
    .member(
      "trustedSubjects", \.trustedSubjectsOrNone, .trustedSubjects,
      "Subject names with the authority that issues their [certificates](#certificates). Any certificate of such a name proves the app.",
      show: .present, unless: [], synonyms: ["trustedCertificateSubjects"]),
    .action(
      "federatedCredentials", .optional(.federatedCredentials),
      "[Issuers](#federated-credentials) whose tokens the app may prove itself with. They are added; one of the same name is replaced.",
      synonyms: ["federatedIdentityCredentials"],
      difference: { now, base, _ in
        added(now.federatedCredentials, to: base.federatedCredentials) { .array($0.map(\.written)) }
      },
      { credentials, _ in
        .object { app in
          guard let credentials else {
            app.federatedCredentials = []
            return
          }
          let new = Set(credentials.map(\.id))
          app.federatedCredentials.removeAll { new.contains($0.id) }
          app.federatedCredentials += credentials
        }
      }),
  ]
}
