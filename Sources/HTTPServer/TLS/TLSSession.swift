import COpenSSL

/// The TLS of one connection, from the handshake to the closing alert. Only the connection's loop uses it.
final class TLSSession {
  private let raw: OpaquePointer
  /// Held because OpenSSL's callbacks refer to it.
  private let context: AnyObject
  /// Whether a call had a fatal error; no call on the session may follow, nor a closing alert.
  private var failed = false
  /// The other side ended the session with a fatal alert, as when it does not trust our certificate.
  private(set) var wasRefused = false

  /// The server's side of a session. Nil when memory runs out.
  init?(context: TLSContext, socket: Int32) {
    guard let method = TLSContext.socketMethod, let raw = SSL_new(context.raw) else { return nil }
    self.context = context
    self.raw = raw
    guard mockidp_ssl_attach(raw, method.raw, socket) == 1 else { return nil }
    SSL_set_accept_state(raw)
  }

  /// The client's side of a session with another server of the cluster. Nil when memory runs out.
  init?(to trust: RelayTrust, socket: Int32) {
    guard let method = TLSContext.socketMethod, let raw = trust.makeClient() else { return nil }
    context = trust
    self.raw = raw
    guard mockidp_ssl_attach(raw, method.raw, socket) == 1 else { return nil }
  }

  deinit { SSL_free(raw) }

  /// Goes on with the handshake. `.bytes` when it is done.
  func handshake() -> TransportResult { call { SSL_do_handshake(raw) } }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> TransportResult {
    call { SSL_read(raw, buffer.baseAddress, Int32(clamping: buffer.count)) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> TransportResult {
    call { SSL_write(raw, bytes.baseAddress, Int32(clamping: bytes.count)) }
  }

  /// The name that the client asked for (SNI), as it wrote it. Nil when it sent none.
  var serverName: String? { mockidp_ssl_server_name(raw).flatMap { String(validatingCString: $0) } }

  /// Whether this handshake has verified the other side's certificate. An ordinary client is not asked for one.
  var hasVerifiedPeer: Bool { mockidp_ssl_has_verified(raw) == 1 }

  /// Whether OpenSSL has taken bytes from the socket that `read` has not given out yet.
  var hasPending: Bool { SSL_has_pending(raw) == 1 }

  /// Sends the closing alert if it can be sent now.
  func close() {
    guard !failed, SSL_is_init_finished(raw) == 1 else { return }
    ERR_clear_error()
    SSL_shutdown(raw)
    ERR_clear_error()
  }

  private func call(_ body: () -> Int32) -> TransportResult {
    ERR_clear_error()
    let result = body()
    if result > 0 { return .bytes(Int(result)) }
    switch SSL_get_error(raw, result) {
    case SSL_ERROR_WANT_READ: return .wantsRead
    case SSL_ERROR_WANT_WRITE: return .wantsWrite
    case SSL_ERROR_ZERO_RETURN: return .ended
    default:
      // SSL_shutdown must not be called after a fatal error (SSL_shutdown(3)).
      failed = true
      wasRefused = mockidp_ssl_was_refused() == 1
      ERR_clear_error()
      return .failed
    }
  }
}
