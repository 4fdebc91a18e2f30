import Bytes
import Crypto
import Directory
import JOSE
import JSON

extension FuzzTarget {
  /// Tokens in compact form and key sets: a token has one spelling, and no text but the one that was signed verifies.
  static let token = FuzzTarget(
    name: "token", summary: "a JWT, or the key set of an issuer", maximumBytes: 4_096
  ) { bytes in
    let text = FuzzInput.text(bytes)
    try checkKeySet(bytes)
    let token: JWS
    do throws(JOSEError) {
      token = try JWS.parse(text)
    } catch {
      try require(!error.description.isEmpty, "an error without words")
      return
    }
    try require(token.header.object != nil && token.payload.object != nil, "a part that is not an object")
    let spelling = FuzzInput.text(token.signingInput) + "." + Base64.encodeURL(token.signature)
    try require(spelling.hasSameBytes(as: text), "the token has two spellings, one is \(spelling)")
    try require(token.header["crit"] == nil, "critical extensions are passed over")
    _ = (token.algorithm, token.keyID)
    let key = try daemonKey.get().publicKey
    for algorithm in [SignatureAlgorithm.rs256, .ps256] where token.verify(with: key, algorithm: algorithm) {
      let genuine = FuzzInput.text(token.signingInput) == TokenSample.signingInput
      try require(genuine, "\(text) verifies, and nobody signed it")
    }
    let limited = try? JWS.parse(text, maximumBytes: text.utf8.count - 1)
    try require(limited == nil, "a token over the limit is read")
  }

  private static func checkKeySet(_ bytes: [UInt8]) throws(FuzzFinding) {
    guard let set = try? JWKSet.parse(bytes) else { return }
    try require(set.keys.count <= JWKSet.maximumKeys, "\(set.keys.count) keys")
    for key in set.keys { try require(key.use == nil || key.use == "sig", "a key for \(key.use ?? "")") }
  }

  /// The key of the app `daemon`.
  static let daemonKey = Result { () throws(CryptoError) in try PrivateKey.pem(DaemonCertificate.privateKeyPEM) }
}

/// The one token that was signed with the key; its seed stands in the corpus.
enum TokenSample {
  static let signingInput = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJkYWVtb24ifQ"
}
