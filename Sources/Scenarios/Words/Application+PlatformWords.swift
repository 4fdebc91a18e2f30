import Bytes
import Directory
import JSON

extension Application {
  /// The addresses of the app: where it is sent to, and where it is told of a sign-out.
  static let platformWords: [Word<Application>] = [
    .action(
      "redirectUris", .optional(.redirectURIs),
      "Redirect URIs, added to those that the app has, on its first platform: a new app has its `http://localhost` beside them. `web`, `spa` and `publicClient` name all that their platform has.",
      new: "`http://localhost`, none for a `daemon` and an `api`; for a native app also `msal{clientId}://auth`",
      difference: { now, base, _ in
        // What is gone of a platform, and what is there of others, is said by the words of the platforms.
        let platform = base.redirectURIs.first?.platform ?? .web
        let before = base.redirectURIs(on: platform)
        let uris = now.redirectURIs(on: platform)
        if now.redirectURIs.isEmpty { return said(.null, unless: base.redirectURIs.isEmpty) }
        guard before.allSatisfy(SeenWords(uris).contains) else { return nil }
        let known = SeenWords(before)
        let new = uris.filter { !known.contains($0) }
        return said(.strings(new), unless: new.isEmpty)
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
          app.addRedirectURIs(uris, on: app.redirectURIs.first?.platform ?? .web)
        }
      }),
    .action(
      "web", .web,
      "The web platform. Its redirect URIs take the place of those that the app has there, `http://localhost` too; `homePageUrl`, `logoutUrl` and `implicitGrantSettings` are the words below in Graph's form.",
      difference: { now, base, _ in now.written(.web, unlike: base) },
      { setting, _ in .object { $0.set(setting, on: .web) } }),
    .action(
      "spa", .platform, "The same for a single-page app.",
      difference: { now, base, _ in now.written(.spa, unlike: base) },
      { setting, _ in .object { $0.set(setting, on: .spa) } }),
    .action(
      "publicClient", .platform, "The same for a native app: mobile and desktop.",
      difference: { now, base, _ in now.written(.native, unlike: base) },
      { setting, _ in .object { $0.set(setting, on: .native) } }),
  ]

  /// By which flow people sign in.
  static let flowWords: [Word<Application>] = [
    .member(
      "userFlow", \.userFlow, .optional(.text),
      "The user flow by which people sign in to the app, in a tenant of [External ID](external-id.md). One that the tenant does not have leaves the app without any.",
      new: "the tenant's first")
  ]
}
