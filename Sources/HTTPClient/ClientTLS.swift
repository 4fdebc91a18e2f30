import COpenSSL
import HTTPWire
import Platform

/// TLS over a connected socket. The handshake verifies the server's certificate against the roots and the name of the
/// host.
final class ClientTLS {
  private let context: OpaquePointer
  private let session: OpaquePointer
  private let place: String

  /// Sendable because nothing changes the method after it was made.
  private struct Method: @unchecked Sendable {
    let raw: OpaquePointer
  }

  /// How OpenSSL reads and writes a socket. It is never freed, since OpenSSL uses it as long as any connection does.
  private static let method: Method? = mockidp_bio_method().map(Method.init(raw:))

  /// Does the whole handshake.
  ///
  /// - Throws: `HTTPClientError` when a certificate authority cannot be read, the certificate is not trusted or names
  ///   another host, or the handshake takes too long.
  init(
    over socket: ClientSocket, to url: HTTPURL, certificateAuthorityPEM: String?, isLimitedToTLS12: Bool
  ) throws(HTTPClientError) {
    mockidp_OPENSSL_begin()
    ERR_clear_error()
    place = url.place
    guard let method = Self.method, let context = SSL_CTX_new(TLS_client_method()) else {
      throw HTTPClientError(.tls, "TLS cannot be set up.")
    }
    if isLimitedToTLS12 { _ = mockidp_ssl_limit_version(context, TLS1_2_VERSION) }
    // A session copies the settings of the context when it is made, so the context comes first.
    guard mockidp_ssl_configure(context) == 1, let session = SSL_new(context) else {
      SSL_CTX_free(context)
      throw HTTPClientError(.tls, "TLS cannot be set up.")
    }
    self.context = context
    self.session = session
    guard mockidp_ssl_attach(session, method.raw, socket.descriptor) == 1 else {
      throw HTTPClientError(.tls, "TLS cannot be set up.")
    }
    try trust(certificateAuthorityPEM)
    try expect(url)
    try shakeHands()
  }

  /// The version that both sides agreed on, such as `TLSv1.3`.
  var version: String { String(cString: SSL_get_version(session)) }

  /// The protocol that the server chose from the offer (ALPN). Empty when it chose none.
  var applicationProtocol: String {
    var name: UnsafePointer<UInt8>?
    var length: UInt32 = 0
    SSL_get0_alpn_selected(session, &name, &length)
    return String(decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF8.self)
  }

  /// The server's certificate (DER). Nil when the server sent none.
  var serverCertificate: [UInt8]? {
    guard let certificate = SSL_get1_peer_certificate(session) else { return nil }
    defer { X509_free(certificate) }
    let count = i2d_X509(certificate, nil)
    guard count > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      var place = buffer.baseAddress
      written = Int(max(0, i2d_X509(certificate, &place)))
    }
  }

  deinit {
    SSL_free(session)
    SSL_CTX_free(context)
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(HTTPClientError) -> Int {
    ERR_clear_error()
    let count = bytes.withUnsafeBytes { SSL_write(session, $0.baseAddress, Int32(clamping: $0.count)) }
    guard count > 0 else { throw failure(count, "Sending to \(place)") }
    return Int(count)
  }

  /// Returns how many bytes were read; 0 when the server has sent its closing alert.
  func read(into buffer: inout [UInt8]) throws(HTTPClientError) -> Int {
    ERR_clear_error()
    let count = SSL_read(session, &buffer, Int32(clamping: buffer.count))
    if count > 0 { return Int(count) }
    if SSL_get_error(session, count) == SSL_ERROR_ZERO_RETURN { return 0 }
    throw failure(count, "Waiting for the answer of \(place)")
  }

  /// Sets the trusted roots: those of `pem`, or the system's when it is nil.
  private func trust(_ pem: String?) throws(HTTPClientError) {
    SSL_set_verify(session, SSL_VERIFY_PEER, nil)
    guard let pem else {
      SSL_CTX_set_default_verify_paths(context)
      return
    }
    let store = SSL_CTX_get_cert_store(context)
    var count = 0
    Array(pem.utf8).withUnsafeBytes { bytes in
      let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count))
      defer { BIO_free(bio) }
      while let certificate = PEM_read_bio_X509(bio, nil, nil, nil) {
        defer { X509_free(certificate) }
        X509_STORE_add_cert(store, certificate)
        count += 1
      }
    }
    ERR_clear_error()
    guard count > 0 else {
      throw HTTPClientError(.badAuthority, "The certificate authority to trust is not a PEM certificate.")
    }
  }

  /// Sets the name or the address that the certificate has to have.
  private func expect(_ url: HTTPURL) throws(HTTPClientError) {
    let parameters = SSL_get0_param(session)
    let name = url.hostName
    // A numeric address is compared with the addresses in the certificate. A client must not send it as a server name
    // (RFC 6066 §3).
    if X509_VERIFY_PARAM_set1_ip_asc(parameters, name) == 1 { return }
    ERR_clear_error()
    guard mockidp_ssl_set_server_name(session, name) == 1,
      X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count) == 1
    else { throw HTTPClientError(.tls, "\"\(name)\" cannot be a name in a certificate.") }
  }

  private func shakeHands() throws(HTTPClientError) {
    ERR_clear_error()
    let offer = [UInt8(8)] + Array("http/1.1".utf8)
    SSL_set_alpn_protos(session, offer, UInt32(offer.count))
    let result = SSL_connect(session)
    guard result != 1 else { return }
    let verdict = SSL_get_verify_result(session)
    guard verdict == Int(X509_V_OK) else {
      let cause = String(cString: X509_verify_cert_error_string(verdict))
      throw HTTPClientError(.tls, "The certificate of \(place) is not trusted: \(cause).")
    }
    throw failure(result, "The TLS handshake with \(place)")
  }

  private func failure(_ result: Int32, _ action: String) -> HTTPClientError {
    let code = errno
    switch SSL_get_error(session, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return HTTPClientError(.timeout, "\(action) took too long.")
    case SSL_ERROR_SYSCALL where code != 0: return ClientSocket.error(code, action, place: place)
    case SSL_ERROR_SYSCALL:
      return HTTPClientError(.connectionLost, "\(place) ended the connection.")
    default:
      let reason = ERR_reason_error_string(ERR_peek_error()).map { String(cString: $0) }
      ERR_clear_error()
      return HTTPClientError(.tls, "\(action) failed: \(reason ?? "no reason is known").")
    }
  }
}
