import COpenSSL
import Expectations
import HTTPClient
import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

/// Who may relay: a server with a certificate of the cluster for the cluster's name, and nobody else.
struct RelayTrustTests {
  struct Stranger: CustomTestStringConvertible {
    let testDescription: String
    let certificate: String
    let authority: String
  }

  /// Notes what reaches the handler.
  final class Witness: Sendable {
    let requests = Mutex<[HTTPRequest]>([])

    var handler: ClosureHandler {
      ClosureHandler { [self] request in
        requests.withLock { $0.append(request) }
        return HTTPResponse(status: 200, body: Array((request.relayNote ?? "no note").utf8))
      }
    }

    var count: Int { requests.withLock { $0.count } }
  }

  static let record = RelayedRequestRecord.encode(HTTPRequest(path: "/forged"), note: "forged", host: "a")

  @Test(arguments: [
    Stranger(testDescription: "of another authority", certificate: "relay-stranger", authority: "relay-ca"),
    Stranger(testDescription: "with another name", certificate: "relay-misnamed", authority: "relay-ca"),
  ])
  func aClientWhoseCertificateIsWrongIsRefused(_ stranger: Stranger) throws {
    let witness = Witness()
    let trust = try RelayTrust(relayConfiguration(certificate: stranger.certificate, authority: stranger.authority))
    try withServer(clusterConfiguration(), witness.handler) { owner in
      // With TLS 1.3 the client is through before the server has seen its certificate.
      let link = try RawLink.open(to: owner.httpsPort, as: trust)
      link?.send(Self.record)
      #expect(link?.hasEnded != false)
      #expect(link?.session.wasRefused != false)
      expectEqual(witness.count, 0)
    }
  }

  /// Both ways: the front is a stranger to the owner, or the owner to the front. The request may be tried elsewhere.
  @Test(arguments: ["relay-stranger", "relay-misnamed"], [false, true])
  func aStrangerIsNotSent(certificate: String, isFront: Bool) throws {
    let witness = Witness()
    let strange = try clusterConfiguration(relayConfiguration(certificate: certificate))
    let good = try clusterConfiguration()
    try withCluster(front: isFront ? strange : good, owner: isFront ? good : strange, witness.handler) { front, owner in
      expectEqual(body(exchange(front, DeliveryTests.lastRequest).text), "notSent\n")
      expectEqual(witness.count, 0)
      expectEqual(owner.relayFigures.taken, 0)
    }
  }

  /// The name alone opens nothing.
  @Test func aClientWithoutACertificateIsRefused() throws {
    let witness = Witness()
    try withServer(clusterConfiguration(), witness.handler) { owner in
      let client = try OrdinaryClient(name: "relay.mockidp.internal")
      let link = try client.open(owner.httpsPort)
      link.send(Self.record)
      expectNil(link.receive())
      expectEqual(witness.count, 0)
    }
  }

  /// A session that began without a certificate, and one that ended, open nothing either.
  @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
  func aSessionThatIsTakenUpAgainOpensNothing(version: Int32) throws {
    let witness = Witness()
    try withServer(clusterConfiguration(), witness.handler) { owner in
      let client = try OrdinaryClient(name: "localhost", version: version)
      let session: OpaquePointer?
      do {
        let link = try client.open(owner.httpsPort)
        link.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        expectNotNil(link.receive())
        session = link.session()
      }
      defer { SSL_SESSION_free(session) }
      expectEqual(SSL_SESSION_is_resumable(session), 1)
      expectEqual(witness.count, 1)
      // The ordinary name takes it up; the cluster's does not, whatever the client claims.
      #expect(try client.open(owner.httpsPort, resuming: session).isResumed)
      client.name = "relay.mockidp.internal"
      let link = try client.open(owner.httpsPort, resuming: session, mayFail: true)
      link.send(Self.record)
      // OpenSSL keeps the name of a session of TLS 1.2, so such a client is an ordinary one.
      let answer = link.receive().map { String(decoding: $0, as: UTF8.self) }
      #expect(version == TLS1_2_VERSION ? answer?.hasSuffix("no note") == true : answer == nil)
      expectEqual(owner.relayFigures.taken, 0)
    }
  }

  /// The form of a relayed request means nothing where an ordinary client sends it.
  @Test func aForgedRequestIsAnOrdinaryOne() throws {
    let witness = Witness()
    try withServer(clusterConfiguration(), witness.handler) { owner in
      let client = try #require(RawClient(port: owner.httpPort))
      client.send(Self.record)
      #expect(client.read(until: "no note").hasSuffix("no note"))
      let https = try OrdinaryClient(name: "localhost").open(owner.httpsPort)
      https.send(Self.record)
      expectEqual(https.receive().map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("no note"), true)
      let requests = witness.requests.withLock { $0 }
      expectEqual(requests.map(\.path), ["/relay/1", "/relay/1"])
      #expect(requests.allSatisfy { $0.relayNote == nil && !$0.body.isEmpty })
    }
  }

  /// Through the proxy of a server there is no way to its other face.
  @Test func noTunnelLeadsIn() throws {
    let witness = Witness()
    var configuration = try clusterConfiguration()
    configuration.proxy = AllHosts()
    try withServer(configuration, witness.handler) { owner in
      let client = try #require(RawClient(port: owner.httpPort))
      client.send("CONNECT relay.mockidp.internal:443 HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
      let session = try #require(TLSSession(to: RelayTrust(relayConfiguration()), socket: client.socket))
      _ = session.handshake()
      let link = RawLink(client: client, session: session)
      link.send(Self.record)
      #expect(link.hasEnded)
      expectEqual(witness.count, 0)
    }
  }

  /// Ordinary clients get the ordinary certificate, and are asked for none.
  @Test func ordinaryClientsSeeNoDifference() throws {
    try withServer(clusterConfiguration()) { owner in
      let url = "https://localhost:\(try #require(owner.httpsPort))/"
      let client = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem"))
      try expectEqual(client.send(method: "GET", url: url).status, 200)
    }
  }

  @Test func whatCannotBeReadIsToldAtTheStart() throws {
    for wrong in [
      RelayConfiguration(
        authorityPEM: "", certificateChainPEM: try fixture("relay.pem"), privateKeyPEM: try fixture("relay-key.pem")),
      RelayConfiguration(
        authorityPEM: try fixture("relay-ca.pem"), certificateChainPEM: "no",
        privateKeyPEM: try fixture("relay-key.pem")),
      RelayConfiguration(
        authorityPEM: try fixture("relay-ca.pem"), certificateChainPEM: try fixture("relay.pem"),
        privateKeyPEM: try fixture("server-key.pem")),
    ] {
      let server = HTTPServer(configuration: try clusterConfiguration(wrong), handler: echo)
      let error = #expect(throws: HTTPServerError.self) { try server.start() }
      expectEqual(error?.kind, .tls)
    }
  }
}

private struct AllHosts: ProxyPolicy {
  func decide(on target: ProxyTarget) -> ProxyDecision { .serve }
}

/// A TLS client without a certificate that believes every server, for what a client should never do.
final class OrdinaryClient {
  var name: String
  private let context: OpaquePointer

  init(name: String, version: Int32 = TLS1_3_VERSION) throws {
    self.name = name
    context = try #require(SSL_CTX_new(TLS_client_method()))
    expectEqual(mockidp_ssl_limit_version(context, version), 1)
  }

  deinit { SSL_CTX_free(context) }

  func open(_ port: UInt16?, resuming session: OpaquePointer? = nil, mayFail: Bool = false) throws -> OrdinaryLink {
    let client = try #require(RawClient(port: port))
    let ssl = try #require(SSL_new(context))
    let link = OrdinaryLink(client: client, ssl: ssl)
    expectEqual(mockidp_ssl_attach(ssl, try #require(TLSContext.socketMethod).raw, client.socket), 1)
    expectEqual(mockidp_ssl_set_server_name(ssl, name), 1)
    if let session { expectEqual(SSL_set_session(ssl, session), 1) }
    let result = SSL_connect(ssl)
    if !mayFail, name != "relay.mockidp.internal" { expectEqual(result, 1) }
    return link
  }
}

final class OrdinaryLink {
  private let client: RawClient
  private let ssl: OpaquePointer

  init(client: RawClient, ssl: OpaquePointer) {
    self.client = client
    self.ssl = ssl
  }

  /// Without the closing alert OpenSSL would not take the session up again.
  deinit {
    SSL_shutdown(ssl)
    SSL_free(ssl)
  }

  var isResumed: Bool { SSL_session_reused(ssl) == 1 }

  func session() -> OpaquePointer? { SSL_get1_session(ssl) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    ERR_clear_error()
    _ = SSL_write(ssl, bytes, Int32(bytes.count))
  }

  func receive() -> [UInt8]? {
    ERR_clear_error()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = SSL_read(ssl, &buffer, Int32(buffer.count))
    return count > 0 ? Array(buffer.prefix(Int(count))) : nil
  }
}
