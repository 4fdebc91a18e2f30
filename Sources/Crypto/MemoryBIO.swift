import COpenSSL

/// OpenSSL's stream over memory, to read and write PEM.
struct MemoryBIO: ~Copyable {
  let raw: OpaquePointer

  /// An empty stream to write to.
  init() throws(CryptoError) {
    mockidp_OPENSSL_begin()
    guard let raw = BIO_new(BIO_s_mem()) else { throw .drainingQueue("allocate memory") }
    self.raw = raw
  }

  /// A stream to read a copy of `bytes` from.
  static func reading(_ bytes: [UInt8]) throws(CryptoError) -> MemoryBIO {
    let bio = try MemoryBIO()
    let count = Int32(clamping: bytes.count)
    guard bytes.isEmpty || BIO_write(bio.raw, bytes, count) == count else { throw .drainingQueue("allocate memory") }
    return bio
  }

  deinit { BIO_free(raw) }

  /// The bytes in the stream as text.
  var text: String {
    var start: UnsafeMutablePointer<CChar>?
    let count = mockidp_BIO_get_mem_data(raw, &start)
    return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
  }
}

/// Answers OpenSSL's question for a passphrase with none. Otherwise OpenSSL would ask at the terminal.
let refusePassphrase: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
  _, _, _, _ in -1
}
