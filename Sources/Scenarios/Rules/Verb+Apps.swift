package import Directory
import Worlds

extension Verb<Application> {
  /// Files name the kind of object in the key, since the same words mean users there.
  package static let all: [Verb<Application>] = [
    Self("disableApp", word: "disable", "Nobody can sign in to the app any more.", example: "mobile") { app, _ in
      SetAppEnabledAction(app, isEnabled: false)
    },
    Self("enableApp", word: "enable", "Signing in to the app is possible again.", example: "mobile") { app, _ in
      SetAppEnabledAction(app, isEnabled: true)
    },
    Self("expireSecrets", "The app's client secrets end now.", example: "web") { app, _ in
      ExpireSecretsAction(of: app)
    },
  ]
}
