import COpenSSL

/// OpenSSL's stream over memory, for reading and writing PEM.
struct MemoryBIO: ~Copyable {
  let raw: OpaquePointer

  /// An empty one, to write to.
  init() throws(CryptoError) {
    mockidp_OPENSSL_begin()
    guard let raw = BIO_new(BIO_s_mem()) else { throw .drainingQueue("allocate memory") }
    self.raw = raw
  }

  /// One that reads a copy of `bytes`.
  static func reading(_ bytes: [UInt8]) throws(CryptoError) -> MemoryBIO {
    let bio = try MemoryBIO()
    let count = Int32(clamping: bytes.count)
    guard bytes.isEmpty || BIO_write(bio.raw, bytes, count) == count else { throw .drainingQueue("allocate memory") }
    return bio
  }

  deinit { BIO_free(raw) }

  /// What is in it, as text.
  var text: String {
    var start: UnsafeMutablePointer<CChar>?
    let count = mockidp_BIO_get_mem_data(raw, &start)
    return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
  }
}

/// Answers a question for a pass phrase with "none", where OpenSSL would ask at the terminal.
let refusePassphrase: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
  _, _, _, _ in -1
}
