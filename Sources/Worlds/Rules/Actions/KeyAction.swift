import JOSE

/// Lets the next signing key of the world begin to sign.
package enum KeyAction: WorldAction {
  /// The old key stays published, so tokens that it signed still verify.
  case rotate
  /// The old key is no longer published, so tokens that it signed no longer verify.
  case withdraw

  package var summary: String {
    switch self {
    case .rotate: "rotate the signing keys"
    case .withdraw: "withdraw the signing key"
    }
  }

  package func perform(in world: World, for parties: Parties) {
    switch self {
    case .rotate: world.keys.rotate()
    case .withdraw: world.keys.withdrawCurrent()
    }
  }
}
