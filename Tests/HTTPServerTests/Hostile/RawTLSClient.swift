import COpenSSL
import Platform

@testable import HTTPServer

/// TLS over a raw client, for what no well-behaved client does. It verifies the server against the tests' authority.
final class RawTLSClient {
  enum Ending { case closingAlert, failed }

  let raw: RawClient
  private let context: OpaquePointer
  private let session: OpaquePointer

  /// Connects and shakes hands; nil when that fails.
  init?(port: UInt16?, version: Int32, authority: String) {
    guard let raw = RawClient(port: port), let method = TLSContext.socketMethod,
      let context = SSL_CTX_new(TLS_client_method())
    else { return nil }
    guard SSL_CTX_load_verify_file(context, authority) == 1, mockidp_ssl_limit_version(context, version) == 1,
      let session = SSL_new(context)
    else {
      SSL_CTX_free(context)
      return nil
    }
    self.raw = raw
    self.context = context
    self.session = session
    guard mockidp_ssl_attach(session, method.raw, raw.socket) == 1,
      mockidp_ssl_set_server_name(session, "localhost") == 1, SSL_set1_host(session, "localhost") == 1
    else { return nil }
    SSL_set_verify(session, SSL_VERIFY_PEER, nil)
    guard SSL_connect(session) == 1, SSL_version(session) == version else { return nil }
  }

  deinit {
    SSL_free(session)
    SSL_CTX_free(context)
  }

  func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { SSL_write(session, $0.baseAddress, Int32($0.count)) }
  }

  /// Asks for a handshake within the connection (RFC 5246 §7.4.1.1). Whether it took place.
  func renegotiate() -> Bool { SSL_renegotiate(session) == 1 && SSL_do_handshake(session) == 1 }

  /// Asks for new keys, of the server too (RFC 8446 §4.6.3).
  func updateKeys() -> Bool { SSL_key_update(session, SSL_KEY_UPDATE_REQUESTED) == 1 && SSL_do_handshake(session) == 1 }

  /// Sends the closing alert and no end of the connection.
  func sendClosingAlert() { SSL_shutdown(session) }

  /// Everything up to the end.
  func readToEnd() -> (text: String, ending: Ending) {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = SSL_read(session, &buffer, Int32(buffer.count))
      guard count > 0 else {
        return (text, SSL_get_error(session, count) == SSL_ERROR_ZERO_RETURN ? .closingAlert : .failed)
      }
      text += String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
    }
  }
}
