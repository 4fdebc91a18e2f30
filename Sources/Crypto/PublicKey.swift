import COpenSSL

/// An RSA or P-256 public key, to verify with. `@unchecked Sendable` is true for the reason that `PrivateKey` gives.
package final class PublicKey: @unchecked Sendable {
  let raw: OpaquePointer

  /// The allowed bits of an RSA modulus from outside. Fewer bits do not protect; more make one verification slow.
  static let acceptedModulusBits = 1024...8192

  init(adopting raw: OpaquePointer) { self.raw = raw }

  deinit { EVP_PKEY_free(raw) }

  /// Reads a public key in PEM (`BEGIN PUBLIC KEY`).
  /// - Throws: `CryptoError` when the text has none.
  package static func pem(_ text: String) throws(CryptoError) -> PublicKey {
    let bio = try MemoryBIO.reading(Array(text.utf8))
    guard let key = PEM_read_bio_PUBKEY(bio.raw, nil, refusePassphrase, nil) else {
      throw .drainingQueue("read a public key")
    }
    return PublicKey(adopting: key)
  }

  /// The RSA key of these two numbers, most significant byte first, as in `n` and `e` of a JWK.
  /// - Throws: `CryptoError` for a modulus outside of 1024 to 8192 bits, for an exponent of more than 32 bits, and
  ///   for an even one.
  package static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) -> PublicKey {
    let operation = "read an RSA public key"
    mockidp_OPENSSL_begin()
    let exponentBits = exponent.drop { $0 == 0 }
    guard modulus.count <= acceptedModulusBits.upperBound / 8 + 1, (1...4).contains(exponentBits.count),
      let last = exponentBits.last, last & 1 == 1
    else { throw CryptoError(operation, reasons: ["its numbers are out of range"]) }
    guard let n = BN_bin2bn(modulus, Int32(modulus.count), nil) else { throw .drainingQueue(operation) }
    defer { BN_free(n) }
    guard let e = BN_bin2bn(exponent, Int32(exponent.count), nil) else { throw .drainingQueue(operation) }
    defer { BN_free(e) }
    guard acceptedModulusBits.contains(Int(BN_num_bits(n))) else {
      throw CryptoError(operation, reasons: ["its modulus has \(BN_num_bits(n)) bits"])
    }
    guard let builder = OSSL_PARAM_BLD_new() else { throw .drainingQueue(operation) }
    defer { OSSL_PARAM_BLD_free(builder) }
    guard mockidp_push_RSA(builder, n, e) == 1, let parameters = OSSL_PARAM_BLD_to_param(builder)
    else { throw .drainingQueue(operation) }
    defer { OSSL_PARAM_free(parameters) }
    guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { throw .drainingQueue(operation) }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_fromdata_init(context) == 1,
      EVP_PKEY_fromdata(context, &key, mockidp_EVP_PKEY_PUBLIC_KEY, parameters) == 1, let key
    else { throw .drainingQueue(operation) }
    return PublicKey(adopting: key)
  }

  /// The key in PEM (`BEGIN PUBLIC KEY`).
  package func pem() throws(CryptoError) -> String {
    let bio = try MemoryBIO()
    guard PEM_write_bio_PUBKEY(bio.raw, raw) == 1 else { throw .drainingQueue("write a public key") }
    return bio.text
  }

  /// False for a P-256 key, which has no `modulus` and `exponent`.
  package var isRSA: Bool { EVP_PKEY_is_a(raw, "RSA") == 1 }

  /// The modulus of an RSA key, most significant byte first and without leading zeros. Nil for another type of key.
  package var modulus: [UInt8]? { number(OSSL_PKEY_PARAM_RSA_N) }

  /// The public exponent of an RSA key, in the same form. Nil for another type of key.
  package var exponent: [UInt8]? { number(OSSL_PKEY_PARAM_RSA_E) }

  private func number(_ name: String) -> [UInt8]? {
    guard isRSA else { return nil }
    var number: OpaquePointer?
    guard EVP_PKEY_get_bn_param(raw, name, &number) == 1, let number else { return nil }
    defer { BN_free(number) }
    return [UInt8](unsafeUninitializedCapacity: (Int(BN_num_bits(number)) + 7) / 8) { buffer, count in
      count = Int(BN_bn2bin(number, buffer.baseAddress))
    }
  }

  /// Hashes `message` and tells whether `signature` is the key's signature of it. Always false when the key is of
  /// another type than the algorithm.
  package func verify(signature: [UInt8], of message: [UInt8], algorithm: SignatureAlgorithm) -> Bool {
    guard algorithm.fits(raw), !signature.isEmpty else { return false }
    var signature = signature
    if algorithm == .es256 {
      guard let der = ECDSASignature.der(fromNumbers: signature) else { return false }
      signature = der
    }
    guard let context = EVP_MD_CTX_new() else { return false }
    // A wrong signature leaves entries in OpenSSL's error queue.
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    var keyContext: OpaquePointer?
    return EVP_DigestVerifyInit(context, &keyContext, Digest.sha256.raw, nil, raw) == 1
      && algorithm.configure(keyContext)
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
