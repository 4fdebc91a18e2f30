import Bytes
import Directory
import JSON
import Time
import YAML

extension WordType where Value == [NewSecret] {
  /// Client secrets with their ends, as Graph has them.
  static let passwordCredentials = Self(
    .list(
      .object([
        .init("secretText", .text(.plainSecret), "The secret."),
        .init(
          "secretDigest", .text(.pattern(SecretDigest.pattern, "a digest as an export writes it")),
          "The digest of the secret, in the place of the secret."),
        .init("displayName", .text(.plainOrEmpty), "The name for people."),
        .init("startDateTime", .time, "The time from which it counts; now without it."),
        .init("endDateTime", .time, "The time at which it ends; twenty years later without it."),
        .init("keyId", .guid, "Its id."),
        .init("hint", .text(.plain), "Its first letters, beside a digest."),
        .init("servicePrincipal", .flag, "Whether it belongs to the service principal and not to the registration."),
      ])), label: "list of mappings with `secretText`", absent: [],
    read: { value, _ throws(ScenarioError) in
      var secrets: [NewSecret] = []
      var ids: Set<Identifier<ClientSecret>> = []
      for item in try value.list("a list of mappings such as { secretText: s3cret, endDateTime: 2030-01-01 }") {
        let secret = try item.newSecret()
        if let id = secret.id, !ids.insert(id).inserted {
          throw item.error("two secrets have the id \(id); a key id names one")
        }
        secrets.append(secret)
      }
      return secrets
    },
    write: { secrets, _ in .array(secrets.map(\.written)) })
}

extension SecretDigest {
  /// The form of a digest in a file.
  static let pattern = "^hmac-sha256:[A-Za-z0-9_+/=-]+:[A-Za-z0-9_+/=-]+$"
}

extension NewSecret {
  fileprivate var written: JSONValue {
    var members = JSONObject()
    switch secret {
    case .text(let text): members.append("secretText", text)
    case .digest(let digest): members.append("secretDigest", digest.written)
    }
    members.append("displayName", displayName)
    members.append("startDateTime", startsAt.map(WorldExport.text))
    members.append("endDateTime", expiresAt.map(WorldExport.text))
    members.append("keyId", id.map { "\($0)" })
    members.append("hint", hint)
    if isOfServicePrincipal { members.append("servicePrincipal", true) }
    return .object(members)
  }
}

extension FileValue {
  fileprivate func newSecret() throws(ScenarioError) -> NewSecret {
    var fields = try FileMapping(self, "a mapping such as { secretText: s3cret }")
    let text = fields.take("secretText")
    let digest = fields.take("secretDigest")
    var secret: NewSecret
    switch (text, digest) {
    case (let text?, nil): secret = NewSecret(.text(try text.text()))
    case (nil, let digest?): secret = NewSecret(.digest(try digest.secretDigest()))
    case (nil, nil): throw fields.missing("secretText", else: "a secret needs 'secretText'")
    case (_?, let digest?):
      throw digest.error("'secretText' and 'secretDigest' are two ways to say it; leave one out")
    }
    secret.displayName = try fields.take("displayName")?.anyText()
    secret.startsAt = try fields.take("startDateTime")?.time()
    let end = fields.take("endDateTime")
    secret.expiresAt = try end?.time()
    if let end, let start = secret.startsAt, let last = secret.expiresAt, last <= start {
      throw end.error("the secret ends before it begins; write a later time")
    }
    secret.id = try fields.take("keyId")?.guid()
    let hint = fields.take("hint")
    if let hint, digest == nil { throw hint.error("the hint follows from 'secretText'; leave it out") }
    secret.hint = try hint?.text()
    secret.isOfServicePrincipal = try fields.take("servicePrincipal")?.bool() ?? false
    try fields.finish()
    return secret
  }

  /// A GUID, as an id of any kind of object.
  func guid<Owner>() throws(ScenarioError) -> Identifier<Owner> {
    guard let guid = GUID(try text("a GUID")) else { throw mismatch("a GUID") }
    return Identifier(guid)
  }
}

extension Application {
  /// Whether the only secret of the app is one as `secret` gives it, without a name and an end of its own. A file refuses `secret` of a
  /// client on phones and in browsers as a mistake; an app that has both says `passwordCredentials`.
  var hasUsualSecret: Bool {
    guard secrets.count == 1, let secret = secrets.first,
      redirectURIs.isEmpty || !redirectURIs(on: .web).isEmpty
    else { return false }
    return secret.id == ClientSecret.usualID(of: alias) && secret.displayName == nil
  }

  /// The secret as a file says it, in clear where that is known: what differs from the one that the reader has so far.
  func writtenSecret(unlike base: Application, _ comparison: Comparison) -> (text: JSONValue?, digest: JSONValue?) {
    guard hasUsualSecret, let secret = secrets.first,
      secret.digest != base.secrets.first?.digest || !base.hasUsualSecret
    else { return (nil, nil) }
    if let usual = comparison.secretsBefore[base.id], secret.digest.matches(usual), base.hasUsualSecret {
      return (nil, nil)
    }
    if let known = comparison.secrets[alias], secret.digest.matches(known) { return (.string(known), nil) }
    return (nil, .string(secret.digest.written))
  }

  /// The secrets as `passwordCredentials` says them; nil where they are the reader's, or where `secret` says them.
  func writtenSecrets(unlike base: Application, _ comparison: Comparison) -> JSONValue? {
    guard !hasUsualSecret else { return nil }
    let (now, before) = (listed(comparison), base.listed(comparison))
    return said(now ?? .null, unless: now == before)
  }

  private func listed(_ comparison: Comparison) -> JSONValue? {
    guard !secrets.isEmpty else { return nil }
    return WordType.passwordCredentials.write(
      secrets.map { secret in
        let known = comparison.secrets[alias].flatMap { secret.digest.matches($0) ? $0 : nil }
        var new = NewSecret(known.map { .text($0) } ?? .digest(secret.digest))
        new.displayName = secret.displayName
        new.startsAt = secret.startsAt
        new.expiresAt = secret.expiresAt
        new.id = secret.id
        new.hint = known == nil ? secret.hint : nil
        new.isOfServicePrincipal = secret.isOfServicePrincipal == true
        return new
      }, comparison.now)
  }
}
