extension KeyRing {
  /// The keys of a ring as far as they are made, so that a caller can store each one at once.
  package struct Made: Sendable, Hashable {
    /// Signs for work and school accounts.
    package var current: SigningKey?
    /// Published before it signs.
    package var next: SigningKey?
    /// No longer signs, and is still published.
    package var retired: SigningKey?
    /// Signs for personal accounts.
    package var personal: SigningKey?

    package init(
      current: SigningKey? = nil, next: SigningKey? = nil, retired: SigningKey? = nil, personal: SigningKey? = nil
    ) {
      self.current = current
      self.next = next
      self.retired = retired
      self.personal = personal
    }
  }
}
