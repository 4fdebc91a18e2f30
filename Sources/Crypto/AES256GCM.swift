import COpenSSL

/// Encryption that also proves that nothing was changed: AES-256 in Galois/Counter Mode (NIST SP 800-38D).
package enum AES256GCM {
  /// In bytes. A nonce must not come twice with one key.
  package static let nonceLength = 12
  private static let tagLength = 16

  /// The encrypted bytes, and the tag behind them. `key` has 32 bytes.
  package static func seal(_ bytes: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
    let context = try begin(key, nonce, encrypts: 1)
    defer { EVP_CIPHER_CTX_free(context) }
    var sealed = [UInt8](repeating: 0, count: bytes.count + tagLength)
    var count: Int32 = 0
    var last: Int32 = 0
    guard EVP_CipherUpdate(context, &sealed, &count, bytes, Int32(clamping: bytes.count)) == 1,
      sealed.withUnsafeMutableBufferPointer({ sealed in
        EVP_CipherFinal_ex(context, sealed.baseAddress.map { $0 + Int(count) }, &last) == 1
          && EVP_CIPHER_CTX_ctrl(
            context, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), sealed.baseAddress.map { $0 + bytes.count }) == 1
      })
    else { throw CryptoError("encrypt") }
    return sealed
  }

  /// What `seal` has sealed.
  /// - Throws: `CryptoError` when another key has sealed it, or when it was changed.
  package static func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8]) throws(CryptoError) -> [UInt8] {
    guard sealed.count >= tagLength else { throw CryptoError("decrypt") }
    let context = try begin(key, nonce, encrypts: 0)
    defer { EVP_CIPHER_CTX_free(context) }
    var tag = Array(sealed.suffix(tagLength))
    let length = sealed.count - tagLength
    var bytes = [UInt8](repeating: 0, count: length + tagLength)
    var count: Int32 = 0
    var last: Int32 = 0
    guard EVP_CipherUpdate(context, &bytes, &count, sealed, Int32(clamping: length)) == 1,
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1,
      bytes.withUnsafeMutableBufferPointer({ bytes in
        EVP_CipherFinal_ex(context, bytes.baseAddress.map { $0 + Int(count) }, &last)
      }) == 1
    else { throw CryptoError("decrypt") }
    return Array(bytes.prefix(length))
  }

  private static func begin(_ key: [UInt8], _ nonce: [UInt8], encrypts: Int32) throws(CryptoError) -> OpaquePointer {
    mockidp_OPENSSL_begin()
    guard key.count == 32, nonce.count == nonceLength, let context = EVP_CIPHER_CTX_new() else {
      throw CryptoError("set a key up")
    }
    guard EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, encrypts) == 1 else {
      EVP_CIPHER_CTX_free(context)
      throw CryptoError("set a key up")
    }
    return context
  }
}
