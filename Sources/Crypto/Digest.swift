import COpenSSL

/// A digest algorithm that is looked up once. OpenSSL 3 searches its providers at each use of `EVP_sha256()`, which
/// takes longer than the hash of a short text. `@unchecked Sendable` is true because no code changes the algorithm
/// after `init`.
struct Digest: @unchecked Sendable {
  static let sha1 = Digest("SHA1")
  static let sha256 = Digest("SHA256")

  let raw: OpaquePointer

  private init(_ name: String) {
    mockidp_OPENSSL_begin()
    guard let raw = EVP_MD_fetch(nil, name, nil) else {
      // Input cannot cause this: the OpenSSL of this machine lacks a digest that the server needs everywhere.
      endForBrokenLibrary("use \(name)")
    }
    self.raw = raw
  }

  func hash(_ message: [UInt8]) -> [UInt8] {
    let hash = [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, count in
      var length: UInt32 = 0
      if EVP_Digest(message, message.count, buffer.baseAddress, &length, raw, nil) == 1 { count = Int(length) }
    }
    // An empty hash would equal every other empty hash.
    if hash.isEmpty { endForBrokenLibrary("hash") }
    return hash
  }
}

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
  /// The 32 bytes of the hash.
  package static func hash(_ message: [UInt8]) -> [UInt8] { Digest.sha256.hash(message) }

  /// The hash of the text's UTF-8.
  package static func hash(_ text: String) -> [UInt8] { hash(Array(text.utf8)) }
}

/// SHA-1 (FIPS 180-4), for certificate thumbprints and for XML signatures of old service providers.
package enum SHA1 {
  /// The 20 bytes of the hash.
  package static func hash(_ message: [UInt8]) -> [UInt8] { Digest.sha1.hash(message) }
}
