import JOSE

/// Lets another signing key of the world begin to sign.
package enum KeyAction: WorldAction {
  /// The next key, which the documents list already, begins to sign. The old key stays published, so tokens that it signed
  /// still verify.
  case rotate
  /// A new key signs, which no document has listed before, so that every copy of a key document is stale at once. The old
  /// key stays published.
  case rotateUnannounced
  /// The old key is no longer published, so tokens that it signed no longer verify.
  case withdraw

  package var summary: String {
    switch self {
    case .rotate: "rotate the signing keys (the next key is published already)"
    case .rotateUnannounced: "rotate the signing keys to one that was not published before"
    case .withdraw: "withdraw the signing key"
    }
  }

  package var isTraced: Bool { false }

  package func perform(in world: World, for parties: Parties) {
    world.keys.keepFormer(at: world.now)
    switch self {
    case .rotate: world.keys.rotate()
    case .rotateUnannounced: world.keys.rotateUnannounced()
    case .withdraw: world.keys.withdrawCurrent()
    }
  }
}
