import Bytes
import Crypto
package import Directory

/// Whether the app that redeems a code is the one that asked for it (RFC 7636 §4.6).
package enum CodeVerifier: Sendable, Hashable {
  case accepted
  case missing
  case wrong
  /// There is a verifier, and no challenge asked for it: somebody may have taken the challenge out of the authorization request (RFC 9700
  /// §4.8.2).
  case unasked

  package static func evaluate(_ verifier: String?, for challenge: AuthorizationCode.Challenge?) -> CodeVerifier {
    guard let challenge else { return verifier == nil ? .accepted : .unasked }
    guard let verifier else { return .missing }
    let made =
      switch challenge.method {
      case .plain: verifier
      case .s256: Base64.encodeURL(SHA256.hash(Array(verifier.utf8)))
      }
    return ConstantTime.equal(Array(made.utf8), Array(challenge.value.utf8)) ? .accepted : .wrong
  }

  /// Whether a verifier has a length that the RFC allows.
  package static func isWellFormed(_ verifier: String) -> Bool { (43...128).contains(verifier.utf8.count) }
}
