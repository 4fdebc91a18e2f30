import HTTPWire
import Platform
import Synchronization
import Testing

@testable import HTTPServer

/// A certificate of a cluster's server and the authority that it trusts: files of `Tests/Fixtures/TLS`.
func relayConfiguration(
  certificate: String = "relay", authority: String = "relay-ca"
) throws -> RelayConfiguration {
  RelayConfiguration(
    authorityPEM: try fixture("\(authority).pem"), certificateChainPEM: try fixture("\(certificate).pem"),
    privateKeyPEM: try fixture("relay-key.pem"))
}

/// A server of a cluster, with one event loop, so that all of its clients share connections.
func clusterConfiguration(_ relay: RelayConfiguration? = nil) throws -> HTTPServerConfiguration {
  var configuration = try tlsConfiguration()
  configuration.loops = 1
  configuration.relay = try relay ?? relayConfiguration()
  return configuration
}

/// Answers with a closure of any kind.
struct AnyHandler: HTTPHandler {
  let body: @Sendable (HTTPRequest) -> HTTPAnswer

  func answer(_ request: HTTPRequest, hasWaited: Bool) -> HTTPAnswer { body(request) }
}

/// What stands in for an answer that did not come.
func failed(_ failure: RelayFailure) -> HTTPAnswer { .response(.plain(503, "\(failure)")) }

/// Relays all but `/own`.
func relaying(to peer: RelayPeer, note: String = "world 7") -> AnyHandler {
  AnyHandler { request in
    if request.path == "/own" { return .response(HTTPResponse(status: 200, body: Array("own".utf8))) }
    return .relayed(RelayedRequest(peer: peer, request: request, note: note, whenFailed: failed))
  }
}

/// Runs two servers of a cluster: `front` relays to `owner`, which answers with the handler.
func withCluster(
  front: HTTPServerConfiguration? = nil, owner: HTTPServerConfiguration? = nil, _ handler: any HTTPHandler = echo,
  _ body: (_ front: HTTPServer, _ owner: HTTPServer) throws -> Void
) throws {
  try withServer(try owner ?? clusterConfiguration(), handler) { owner in
    let peer = RelayPeer(host: "127.0.0.1", port: try #require(owner.httpsPort))
    try withServer(try front ?? clusterConfiguration(), relaying(to: peer)) { front in try body(front, owner) }
  }
}

/// The same answer for every request.
func always(_ response: HTTPResponse) -> ClosureHandler { ClosureHandler { _ in response } }

/// The other server of a cluster, as one that does what the test does. Its certificate is good.
final class RawPeer: Sendable {
  private let listener: RawServer
  private let context: TLSContext

  init() throws {
    listener = try RawServer()
    context = try TLSContext(provider: FixedIdentity(), relay: RelayTrust(relayConfiguration()))
  }

  var peer: RelayPeer { RelayPeer(host: "127.0.0.1", port: listener.port) }

  /// The next connection, after its handshake.
  func accept() throws -> RawLink {
    let client = try listener.accept()
    let session = try #require(TLSSession(context: context, socket: client.socket))
    guard case .bytes = session.handshake() else { throw TestFailure("no handshake") }
    return RawLink(client: client, session: session)
  }
}

struct TestFailure: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// One TLS connection over a socket that waits.
final class RawLink: @unchecked Sendable {
  let client: RawClient
  let session: TLSSession

  init(client: RawClient, session: TLSSession) {
    self.client = client
    self.session = session
  }

  /// Connects as the server of a cluster does. Nil when there is no handshake.
  static func open(to port: UInt16?, as trust: RelayTrust) throws -> RawLink? {
    let client = try #require(RawClient(port: port))
    let session = try #require(TLSSession(to: trust, socket: client.socket))
    guard case .bytes = session.handshake() else { return nil }
    return RawLink(client: client, session: session)
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, case .bytes(let count) = rest.withUnsafeBytes(session.write) { rest = rest.dropFirst(count) }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// The next relayed request, as its handler would see it.
  func request() throws -> HTTPRequest {
    var parser = HTTPRequestParser()
    while true {
      switch parser.next() {
      case .complete(_, let body): return try RelayedRequestRecord.decode(body)
      case .failed(let error): throw error
      case .incomplete:
        guard let bytes = receive() else { throw TestFailure("the connection ended before the request did") }
        parser.receive(bytes)
      }
    }
  }

  /// Answers a relayed request as a server does.
  func answer(_ response: HTTPResponse) {
    let record = RelayedAnswerRecord.encode(response, keepsBody: true, date: "Sat, 31 Jan 2026 10:20:30 GMT")
    send("HTTP/1.1 200 OK\r\nContent-Length: \(record.count + response.body.count)\r\n\r\n")
    send(record + response.body)
  }

  /// Some bytes; nil at the end of the connection.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    guard case .bytes(let count) = buffer.withUnsafeMutableBytes({ session.read(into: $0) }) else { return nil }
    return Array(buffer.prefix(count))
  }

  /// Whether the other side has ended the connection, and has sent nothing before.
  var hasEnded: Bool { receive() == nil }

  /// Ends the connection in order, as a server does whose connection has no request.
  func endInOrder() {
    session.close()
    client.endSending()
  }
}
