package import Crypto

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
  }

  /// Whether the ring publishes a key with that `kid`. It compares the current key first, so that this common case
  /// waits for no other key.
  package func publishes(_ id: String) throws(CryptoError) -> Bool {
    if try current.id == id { return true }
    return try published(id: id) != nil
  }

  /// The keys that the document for these accounts lists: current, next and retired, then the personal one.
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
