extension KeyRing {
  /// The accounts whose tokens a key document is for (Microsoft: "Signing key rollover").
  package enum Audience: Sendable, Hashable {
    /// The document of `organizations` and of single tenants.
    case work
    /// The document of `consumers`.
    case personal
    /// The document of `common`.
    case everyone
  }

  /// A key in a key document. The key for personal accounts has another issuer there.
  package struct PublishedKey: Sendable, Hashable {
    package var key: SigningKey
    /// Whether the key signs for personal accounts; its entry then names their issuer.
    package var isPersonal: Bool

    package init(key: SigningKey, isPersonal: Bool) {
      self.key = key
      self.isPersonal = isPersonal
    }
  }

  /// Whether the ring publishes a key with that `kid`.
  package func publishes(_ id: String) -> Bool { published(id: id) != nil }
}
