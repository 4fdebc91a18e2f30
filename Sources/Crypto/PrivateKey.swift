import COpenSSL
import Synchronization

/// An RSA or P-256 private key. Sendable because OpenSSL allows concurrent use of a key nobody changes
/// (openssl-threads(7)).
package final class PrivateKey: @unchecked Sendable {
  let raw: OpaquePointer
  /// What RS256 signs with, in nobody's use: setting one up costs as much as all else about a token but its arithmetic.
  let signers = Mutex<[Signer]>([])

  init(adopting raw: OpaquePointer) { self.raw = raw }

  deinit { EVP_PKEY_free(raw) }

  /// Makes an RSA key. Takes tens to hundreds of milliseconds at 2048 bits.
  package static func rsa(bits: Int = 2048) throws(CryptoError) -> PrivateKey {
    try generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, Int32(clamping: bits)) }
  }

  /// Makes a key on the curve P-256, in well under a millisecond.
  package static func p256() throws(CryptoError) -> PrivateKey {
    try generate("EC") { EVP_PKEY_CTX_set_group_name($0, "P-256") }
  }

  private static func generate(
    _ type: String, configure: (OpaquePointer) -> Int32
  ) throws(CryptoError) -> PrivateKey {
    let operation = "make a key of type \(type)"
    mockidp_OPENSSL_begin()
    guard let context = EVP_PKEY_CTX_new_from_name(nil, type, nil) else { throw .drainingQueue(operation) }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, configure(context) == 1, EVP_PKEY_keygen(context, &key) == 1, let key
    else { throw .drainingQueue(operation) }
    return PrivateKey(adopting: key)
  }

  /// Reads an unencrypted private key in PEM, PKCS #8 or the older forms.
  package static func pem(_ text: String) throws(CryptoError) -> PrivateKey {
    let bio = try MemoryBIO.reading(Array(text.utf8))
    guard let key = PEM_read_bio_PrivateKey(bio.raw, nil, refusePassphrase, nil) else {
      throw .drainingQueue("read a private key")
    }
    return PrivateKey(adopting: key)
  }

  /// The key as unencrypted PKCS #8 in PEM.
  package func pem() throws(CryptoError) -> String {
    let bio = try MemoryBIO()
    guard PEM_write_bio_PKCS8PrivateKey(bio.raw, raw, nil, nil, 0, nil, nil) == 1 else {
      throw .drainingQueue("write a private key")
    }
    return bio.text
  }

  /// The other half, which shares this key's memory but can only verify.
  package var publicKey: PublicKey {
    EVP_PKEY_up_ref(raw)
    return PublicKey(adopting: raw)
  }
}
