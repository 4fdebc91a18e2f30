/// The keys in the place of the published ones that a keys document can be made to show.
package enum ServedKeys: String, Sendable, CaseIterable {
  /// Only the key from before the last rotation, as in a copy that a cache kept too long. The key that signs is
  /// missing.
  case stale
  /// An empty list of keys.
  case none
  /// For an hour after a rotation the keys of before it and those of now by turns, as two servers answer of which one does not know of the
  /// rotation yet. All else is as it is published.
  case byTurns
}
