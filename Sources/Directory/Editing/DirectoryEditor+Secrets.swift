import Crypto
import Time

/// The client secrets of apps.
extension DirectoryEditor {
  /// Replaces all secrets of an app by one that is valid from now.
  package mutating func setSecret(_ secret: Secret, of id: Application.ID) throws(NoSuchObject) {
    var application = try application(id)
    give(secret, to: &application)
    state.put(application)
  }

  mutating func give(_ secret: Secret, to application: inout Application) {
    application.secrets = [self.secret(secret, of: application)]
    if case .text(let text) = secret { secrets[application.id] = text } else { secrets[application.id] = nil }
  }

  /// A secret of the app, valid from now for `ClientSecret.usualLifetime`. Its id follows from the app's alias.
  func secret(_ secret: Secret, of application: Application) -> ClientSecret {
    let id = ClientSecret.usualID(of: application.alias)
    let end = now + ClientSecret.usualLifetime
    switch secret {
    case .text(let text):
      return ClientSecret(
        id: id, digest: digest(text, "secret", application.alias), hint: ClientSecret.hint(of: text), startsAt: now,
        expiresAt: end)
    case .digest(let digest): return ClientSecret(id: id, digest: digest, startsAt: now, expiresAt: end)
    }
  }

  /// Ends all secrets of the app now. The end of a secret that has already expired stays as it is.
  package mutating func expireSecrets(of id: Application.ID) throws(NoSuchObject) {
    let now = now
    try update(id) { application in
      for index in application.secrets.indices {
        application.secrets[index].expiresAt = min(application.secrets[index].expiresAt, now)
      }
    }
  }

  /// Gives an app these secrets in the place of those that it has. Of the secrets that are known as text, the first is
  /// the one that commands and descriptions name.
  package mutating func setSecrets(_ new: [NewSecret], of id: Application.ID) throws(NoSuchObject) {
    var application = try application(id)
    application.secrets = new.enumerated().map { index, new in
      let name = "\(application.alias)/\(index + 1)"
      let id = new.id ?? Identifier(SeededDirectory.derived("password credential", name))
      let start = new.startsAt ?? now
      let end = new.expiresAt ?? start + ClientSecret.usualLifetime
      var secret =
        switch new.secret {
        case .text(let text):
          ClientSecret(
            id: id, digest: digest(text, "secret", name), hint: ClientSecret.hint(of: text), startsAt: start,
            expiresAt: end)
        case .digest(let digest):
          ClientSecret(id: id, digest: digest, hint: new.hint ?? "•••", startsAt: start, expiresAt: end)
        }
      secret.displayName = new.displayName
      secret.isOfServicePrincipal = new.isOfServicePrincipal ? true : nil
      return secret
    }
    secrets[id] = new.lazy.compactMap { if case .text(let text) = $0.secret { text } else { nil } }.first
    state.put(application)
  }
}

extension ClientSecret {
  /// How long a secret is valid when the seeds or a scenario say no end.
  package static let usualLifetime = Duration.days(365 * 20)

  /// The id of the one secret that an app has without more being said. It follows from the app's alias.
  package static func usualID(of alias: String) -> Identifier<ClientSecret> {
    Identifier(SeededDirectory.derived("secret", alias))
  }
}
