/// The wrong keys that a keys document can be made to show.
package enum ServedKeys: String, Sendable, CaseIterable {
  /// Only the key from before the last rotation, as in a copy that a cache kept too long. The key that signs is
  /// missing.
  case stale
  /// An empty list of keys.
  case none
}
