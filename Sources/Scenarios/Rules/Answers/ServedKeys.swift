/// Signing keys that a keys document is wrong to show.
package enum ServedKeys: String, Sendable, CaseIterable {
  /// Those of before the last rotation, as in a copy that was kept too long: the key that signs is missing.
  case stale
  case none
}
