import COpenSSL

// RSASSA-PKCS1-v1_5 over SHA-1. XML signatures of old service providers have it, and no token may: so it is not a case of
// `SignatureAlgorithm`, which says what `alg` of a JWT can be.

extension PrivateKey {
  /// Hashes `message` with SHA-1 and signs the hash (`rsa-sha1` of XML-DSig).
  /// - Throws: `CryptoError` when the key is not RSA, or when this machine's OpenSSL forbids SHA-1.
  package func signWithSHA1(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
    let operation = "sign with RSA and SHA-1"
    guard SignatureAlgorithm.rs256.fits(raw) else {
      throw CryptoError(operation, reasons: ["the key is of another type"])
    }
    guard let context = EVP_MD_CTX_new() else { throw .drainingQueue(operation) }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, Digest.sha1.raw, nil, raw) == 1 else { throw .drainingQueue(operation) }
    var count = Int(EVP_PKEY_get_size(raw))
    let signature = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let result = EVP_DigestSign(context, buffer.baseAddress, &count, message, message.count)
      initialized = result == 1 ? count : 0
    }
    if signature.isEmpty { throw .drainingQueue(operation) }
    return signature
  }
}

extension PublicKey {
  /// Hashes `message` with SHA-1 and tells whether `signature` is the key's signature of it. Always false when the key is not RSA.
  package func verifyWithSHA1(signature: [UInt8], of message: [UInt8]) -> Bool {
    guard isRSA, !signature.isEmpty, let context = EVP_MD_CTX_new() else { return false }
    defer {
      EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    return EVP_DigestVerifyInit(context, nil, Digest.sha1.raw, nil, raw) == 1
      && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }
}
