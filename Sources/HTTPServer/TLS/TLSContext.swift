import Bytes
import COpenSSL

/// OpenSSL's settings for all connections of one server. Sendable because nothing changes the settings after `init`,
/// and OpenSSL counts the references of a context atomically (openssl-threads(7)).
final class TLSContext: @unchecked Sendable {
  let raw: OpaquePointer
  private let provider: any TLSIdentityProvider
  private let relay: RelayTrust?

  /// How OpenSSL reads and writes a socket. Nil when memory ran out. It is never freed, since OpenSSL uses it as long
  /// as any connection does.
  static let socketMethod: BIOMethod? = mockidp_bio_method().map(BIOMethod.init(raw:))

  /// Sendable because nothing changes the method after it was made.
  struct BIOMethod: @unchecked Sendable {
    let raw: OpaquePointer
  }

  /// `relay` takes the handshakes of the cluster's other servers; nil for a server that is alone.
  ///
  /// - Throws: `TLSError` when OpenSSL cannot make the context.
  init(provider: any TLSIdentityProvider, relay: RelayTrust? = nil) throws(TLSError) {
    mockidp_OPENSSL_begin()
    ERR_clear_error()
    guard let raw = SSL_CTX_new(TLS_server_method()) else { throw .drainingQueue("TLS cannot be set up") }
    self.raw = raw
    self.provider = provider
    self.relay = relay
    guard mockidp_ssl_configure(raw) == 1 else { throw .drainingQueue("TLS cannot be set up") }
    // The callback gets this object unretained. That is safe: every session has a `TLSSession`, which holds this
    // object.
    SSL_CTX_set_cert_cb(raw, Self.chooseIdentity, Unmanaged.passUnretained(self).toOpaque())
    SSL_CTX_set_alpn_select_cb(raw, Self.chooseProtocol, nil)
  }

  deinit { SSL_CTX_free(raw) }

  private static let chooseIdentity: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
    session, argument in
    guard let session, let argument else { return 0 }
    let context = Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
    let name = mockidp_ssl_server_name(session).flatMap { String(validatingCString: $0) }.map { ASCII.lowercased($0) }
    if let relay = context.relay, relay.serverName == name { return relay.demand(in: session) ? 1 : 0 }
    guard let identity = context.provider.identity(forServerName: name) else { return 0 }
    return identity.use(in: session) ? 1 : 0
  }

  /// Chooses HTTP/1.1, the only protocol here. A client that offers protocols (ALPN) without it gets the alert of RFC
  /// 7301 §3.2.
  private static let chooseProtocol:
    @convention(c) (
      OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, chosen, chosenLength, offered, offeredLength, _ in
      guard let chosen, let chosenLength, let offered else { return SSL_TLSEXT_ERR_ALERT_FATAL }
      let list = UnsafeBufferPointer(start: offered, count: Int(offeredLength))
      var index = 0
      while index < list.count {
        let length = Int(list[index])
        let end = index + 1 + length
        guard end <= list.count else { break }
        if list[(index + 1)..<end].elementsEqual("http/1.1".utf8) {
          chosen.pointee = offered + index + 1
          chosenLength.pointee = UInt8(length)
          return SSL_TLSEXT_ERR_OK
        }
        index = end
      }
      return SSL_TLSEXT_ERR_ALERT_FATAL
    }
}
