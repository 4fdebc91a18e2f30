package import Time

/// A client secret. Only its digest and its first characters are kept.
package struct ClientSecret: Sendable, Hashable, Codable {
  package var id: Identifier<ClientSecret>
  /// The owner's words for the secret; nil when there are none.
  package var displayName: String?
  /// The first three characters, which the portal shows so that the owner knows the secret again; dots when they are
  /// unknown.
  package var hint: String
  package var digest: SecretDigest
  package var startsAt: UnixTime
  /// The server refuses the secret afterwards, with a number of its own.
  package var expiresAt: UnixTime

  /// Keeps the digest and the first characters of `secret`, not the text.
  package init(id: Identifier<ClientSecret>, secret: String, salt: [UInt8], startsAt: UnixTime, expiresAt: UnixTime) {
    self.id = id
    hint = String(secret.prefix(3))
    digest = SecretDigest(secret, salt: salt)
    self.startsAt = startsAt
    self.expiresAt = expiresAt
  }

  /// A secret that a scenario file gives by its digest. Its first characters are unknown, so the hint is dots.
  package init(
    id: Identifier<ClientSecret>, digest: SecretDigest, hint: String = "•••", startsAt: UnixTime, expiresAt: UnixTime
  ) {
    self.id = id
    self.hint = hint
    self.digest = digest
    self.startsAt = startsAt
    self.expiresAt = expiresAt
  }
}
