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
  /// True: the secret belongs to the service principal and not to the registration. The token endpoint takes both. Nil
  /// counts as false.
  package var isOfServicePrincipal: Bool?

  /// The first characters of a secret that is known as text.
  static func hint(of secret: String) -> String { String(secret.prefix(3)) }

  /// Keeps no text. The hint of a secret that a scenario file gives by its digest is dots.
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
