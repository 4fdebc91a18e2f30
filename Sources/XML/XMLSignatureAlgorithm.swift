package import Crypto

/// How XML is signed: the two that Entra offers. Each has the digest of its own hash.
package enum XMLSignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  case rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
  case rsaSHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"

  /// `Algorithm` of `DigestMethod`.
  package var digestMethod: String {
    switch self {
    case .rsaSHA256: "http://www.w3.org/2001/04/xmlenc#sha256"
    case .rsaSHA1: "http://www.w3.org/2000/09/xmldsig#sha1"
    }
  }

  package func digest(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .rsaSHA256: SHA256.hash(bytes)
    case .rsaSHA1: SHA1.hash(bytes)
    }
  }

  /// - Throws: `CryptoError` when the key is not RSA.
  package func sign(_ bytes: [UInt8], by key: PrivateKey) throws(CryptoError) -> [UInt8] {
    switch self {
    case .rsaSHA256: try key.sign(bytes, algorithm: .rs256)
    case .rsaSHA1: try key.signWithSHA1(bytes)
    }
  }

  package func verify(_ signature: [UInt8], of bytes: [UInt8], by key: PublicKey) -> Bool {
    switch self {
    case .rsaSHA256: key.verify(signature: signature, of: bytes, algorithm: .rs256)
    case .rsaSHA1: key.verifyWithSHA1(signature: signature, of: bytes)
    }
  }
}
