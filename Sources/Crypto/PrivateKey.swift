import COpenSSL
import Synchronization

/// An RSA or P-256 private key. `@unchecked Sendable` is true because no code changes the key after `init`, and
/// OpenSSL allows concurrent use of a key that does not change (openssl-threads(7)).
package final class PrivateKey: @unchecked Sendable {
  let raw: OpaquePointer
  /// Contexts for RS256 that no thread uses now. To set one up takes as long as everything about a token but its
  /// arithmetic.
  let signers = Mutex<[Signer]>([])

  init(adopting raw: OpaquePointer) { self.raw = raw }

  deinit { EVP_PKEY_free(raw) }

  /// Makes an RSA key, in tens to hundreds of milliseconds for 2048 bits.
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

  /// Reads a private key in PEM, in PKCS #8 or an older form.
  /// - Throws: `CryptoError` also when the key is encrypted.
  package static func pem(_ text: String) throws(CryptoError) -> PrivateKey {
    let bio = try MemoryBIO.reading(Array(text.utf8))
    guard let key = PEM_read_bio_PrivateKey(bio.raw, nil, refusePassphrase, nil) else {
      throw .drainingQueue("read a private key")
    }
    return PrivateKey(adopting: key)
  }

  /// The key as PKCS #8 in PEM, without encryption.
  package func pem() throws(CryptoError) -> String {
    let bio = try MemoryBIO()
    guard PEM_write_bio_PKCS8PrivateKey(bio.raw, raw, nil, nil, 0, nil, nil) == 1 else {
      throw .drainingQueue("write a private key")
    }
    return bio.text
  }

  /// The public key. It shares the memory of this key but can only verify.
  package var publicKey: PublicKey {
    EVP_PKEY_up_ref(raw)
    return PublicKey(adopting: raw)
  }
}
