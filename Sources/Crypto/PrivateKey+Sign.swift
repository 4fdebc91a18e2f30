import COpenSSL
import Synchronization

extension PrivateKey {
  /// Hashes `message` with SHA-256 and signs the hash.
  /// - Throws: `CryptoError` when the key is of another type than the algorithm.
  package func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(CryptoError) -> [UInt8] {
    let operation = "sign with \(algorithm.rawValue)"
    guard algorithm.fits(raw) else { throw CryptoError(operation, reasons: ["the key is of another type"]) }
    if algorithm == .rs256 { return try signRS256(SHA256.hash(message)) }
    guard let context = EVP_MD_CTX_new() else { throw .drainingQueue(operation) }
    defer { EVP_MD_CTX_free(context) }
    var keyContext: OpaquePointer?
    guard EVP_DigestSignInit(context, &keyContext, Digest.sha256.raw, nil, raw) == 1, algorithm.configure(keyContext)
    else { throw .drainingQueue(operation) }
    // The largest size of a signature with this key.
    var count = Int(EVP_PKEY_get_size(raw))
    let signature = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let result = EVP_DigestSign(context, buffer.baseAddress, &count, message, message.count)
      initialized = result == 1 ? count : 0
    }
    if signature.isEmpty { throw .drainingQueue(operation) }
    if algorithm != .es256 { return signature }
    guard let numbers = ECDSASignature.numbers(fromDER: signature) else { throw .drainingQueue(operation) }
    return numbers
  }
}

extension PrivateKey {
  private func signRS256(_ digest: [UInt8]) throws(CryptoError) -> [UInt8] {
    let operation = "sign with RS256"
    let kept = signers.withLock { $0.popLast() }
    guard let signer = kept ?? Signer(raw) else { throw .drainingQueue(operation) }
    guard let signature = signer.sign(digest) else { throw .drainingQueue(operation) }
    signers.withLock { if $0.count < Signer.mostKept { $0.append(signer) } }
    return signature
  }
}

/// A context that signs with one key by RSASSA-PKCS1-v1_5 over SHA-256. It is set up once and used many times.
/// `@unchecked Sendable` is true because a thread takes it out of the key's list before it signs, so that no other
/// thread has it then.
final class Signer: @unchecked Sendable {
  /// The number that a key keeps. More than eight threads rarely sign with one key at once.
  static let mostKept = 8

  private let context: OpaquePointer
  private let size: Int

  /// Nil when the key cannot sign like this. OpenSSL's error queue then has the reasons.
  init?(_ key: OpaquePointer) {
    guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
    self.context = context
    size = Int(EVP_PKEY_get_size(key))
    guard EVP_PKEY_sign_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
      EVP_PKEY_CTX_set_signature_md(context, Digest.sha256.raw) == 1
    else { return nil }
  }

  deinit { EVP_PKEY_CTX_free(context) }

  func sign(_ digest: [UInt8]) -> [UInt8]? {
    var count = size
    let signature = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      let result = EVP_PKEY_sign(context, buffer.baseAddress, &count, digest, digest.count)
      initialized = result == 1 ? count : 0
    }
    return signature.isEmpty ? nil : signature
  }
}

extension SignatureAlgorithm {
  /// Whether the key is of the type that the algorithm needs.
  func fits(_ key: OpaquePointer) -> Bool {
    switch self {
    case .rs256, .ps256: EVP_PKEY_is_a(key, "RSA") == 1
    case .es256: EVP_PKEY_is_a(key, "EC") == 1 && EVP_PKEY_get_bits(key) == 256
    }
  }

  /// Sets the padding of the algorithm, if it needs one.
  func configure(_ context: OpaquePointer?) -> Bool {
    guard self == .ps256 else { return true }
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
      && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1
  }
}

/// Converts an ECDSA signature on P-256 between DER, OpenSSL's form, and the two plain numbers of a JWS.
enum ECDSASignature {
  static func numbers(fromDER der: [UInt8]) -> [UInt8]? {
    let signature: OpaquePointer? = der.withUnsafeBufferPointer {
      var start = $0.baseAddress
      return d2i_ECDSA_SIG(nil, &start, $0.count)
    }
    guard let signature else { return nil }
    defer { ECDSA_SIG_free(signature) }
    var numbers = [UInt8](repeating: 0, count: 64)
    let isWhole = numbers.withUnsafeMutableBufferPointer { buffer -> Bool in
      guard let start = buffer.baseAddress else { return false }
      return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
    }
    return isWhole ? numbers : nil
  }

  static func der(fromNumbers numbers: [UInt8]) -> [UInt8]? {
    guard numbers.count == 64, let signature = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(signature) }
    guard let r = BN_bin2bn(Array(numbers[..<32]), 32, nil) else { return nil }
    guard let s = BN_bin2bn(Array(numbers[32...]), 32, nil) else {
      BN_free(r)
      return nil
    }
    guard ECDSA_SIG_set0(signature, r, s) == 1 else {
      BN_free(r)
      BN_free(s)
      return nil
    }
    var bytes: UnsafeMutablePointer<UInt8>?
    let count = i2d_ECDSA_SIG(signature, &bytes)
    guard count > 0, let bytes else { return nil }
    defer { mockidp_OPENSSL_free(bytes) }
    return [UInt8](UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
