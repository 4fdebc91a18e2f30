package import Crypto

extension KeyRing {
  /// Whose tokens a key document is for (Microsoft: Signing key rollover).
  package enum Audience: Sendable, Hashable {
    /// `organizations` and single tenants.
    case work
    /// `consumers`.
    case personal
    /// `common`.
    case everyone
  }

  /// A key in a key document; personal ones name another issuer there.
  package struct PublishedKey: Sendable, Hashable {
    package var key: SigningKey
    package var isPersonal: Bool
  }

  /// Whether a key of that `kid` is published. For the one that signs, which it mostly is, no other key is waited for.
  package func publishes(_ id: String) throws(CryptoError) -> Bool {
    if try current.id == id { return true }
    return try published(id: id) != nil
  }

  /// The keys to publish: current, next, retired, then personal, as far as they concern that audience.
  package func published(for audience: Audience) throws(CryptoError) -> [PublishedKey] {
    let keys = try keys
    let work = [keys.current, keys.next, keys.retired].compactMap { $0 }
      .map { PublishedKey(key: $0, isPersonal: false) }
    let personal = [PublishedKey(key: keys.personal, isPersonal: true)]
    switch audience {
    case .work: return work
    case .personal: return personal
    case .everyone: return work + personal
    }
  }
}
