import Dispatch
import Expectations
import Foundation
import HTTPServer
import HTTPWire
import Platform
import Synchronization
import Testing
import Time

@testable import HTTPClient

private struct ClosureHandler: PromptHandler {
  let body: @Sendable (HTTPRequest) -> HTTPResponse

  func respond(to request: HTTPRequest) -> HTTPResponse { body(request) }
}

private struct FixedIdentity: TLSIdentityProvider {
  let identity: TLSIdentity

  func identity(forServerName name: String?) -> TLSIdentity? { identity }
}

struct HTTPClientTests {
  private static func fixture(_ name: String) throws -> String {
    let tests = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    return try String(contentsOf: tests.appending(path: "Fixtures/TLS/\(name)"), encoding: .utf8)
  }

  private func withServer(
    _ handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse, _ body: (HTTPServer) throws -> Void
  ) throws {
    let identity = try TLSIdentity(
      certificateChainPEM: Self.fixture("server.pem"), privateKeyPEM: Self.fixture("server-key.pem"))
    let configuration = HTTPServerConfiguration(
      httpsPort: 0, tls: FixedIdentity(identity: identity), clock: ManualClock(UnixTime(seconds: 0)))
    let server = HTTPServer(configuration: configuration, handler: ClosureHandler(body: handler))
    try server.start()
    defer { server.stop(grace: .zero) }
    try body(server)
  }

  private static func echo(_ request: HTTPRequest) -> HTTPResponse {
    let query = request.query.map { "?" + $0 } ?? ""
    let text = "\(request.method) \(request.path)\(query) \(request.authority) \(request.fields["X"] ?? "-") "
    return HTTPResponse(status: 201, fields: ["Y": "z"], body: Array(text.utf8) + request.body)
  }

  @Test(arguments: [("", "/"), ("/a/b?c=d", "/a/b?c=d"), ("?e", "/?e"), ("/f#g", "/f")])
  func sendsARequest(path: String, target: String) throws {
    try withServer(Self.echo) { server in
      let port = try #require(server.httpPort)
      let response = try HTTPClient().send(
        method: "POST", url: "http://localhost:\(port)\(path)", fields: [("X", "y")], body: Array("body".utf8))
      expectEqual(response.status, 201)
      expectEqual(response.fields["y"], "z")
      expectEqual(response.text, "POST \(target) localhost:\(port) y body")
    }
  }

  /// The resolver is asked once for a connection, and the client goes where the answer led. A later answer counts for the next
  /// connection, which has to prove the name again.
  @Test func aNameThatChangesIsLookedUpOnceForAConnection() throws {
    try withServer(Self.echo) { server in
      let names = Mutex<[String]>([])
      var client = HTTPClient(certificateAuthorityPEM: try Self.fixture("ca.pem"))
      client.lookedUp = { name in
        names.withLock { $0.append(name) }
        return "127.0.0.1"
      }
      let url = "http://issuer.test:\(try #require(server.httpPort))/"
      let connection = try client.open(url)
      for _ in 0..<3 { try expectEqual(connection.send(method: "GET", url: url).status, 201) }
      expectEqual(names.withLock { $0 }, ["issuer.test"])
      // Whoever is at the address of the next answer has to have a certificate of the name.
      let error = #expect(throws: HTTPClientError.self) {
        try client.send(method: "GET", url: "https://issuer.test:\(try #require(server.httpsPort))/")
      }
      expectEqual(error?.kind, .tls)
      expectEqual(names.withLock { $0.count }, 2)
    }
  }

  /// Plain HTTP is spoken with this machine alone, so `localhost` is checked by its address and not by its name.
  @Test(arguments: ["localhost", "issuer.localhost"]) func localhostIsThisMachineWhateverTheResolverSays(_ host: String)
  {
    var client = HTTPClient(timeout: .seconds(1))
    client.lookedUp = { _ in "192.0.2.1" }
    let error = #expect(throws: HTTPClientError.self) { try client.send(method: "GET", url: "http://\(host):1/") }
    expectEqual(error?.kind, .unknownHost)
    expectEqual(error?.description, "The address of \(host) port 1 is none of this machine's loopback addresses.")
  }

  @Test func keepsAConnectionForSeveralRequests() throws {
    try withServer(Self.echo) { server in
      let url = "http://127.0.0.1:\(try #require(server.httpPort))/"
      let connection = try HTTPClient().open(url)
      for _ in 0..<3 {
        try expectEqual(connection.send(method: "GET", url: url).status, 201)
        #expect(connection.isOpen)
      }
      #expect(try connection.send(method: "HEAD", url: url, closes: true).body.isEmpty)
      #expect(!connection.isOpen)
    }
  }

  @Test func doesNotFollowRedirects() throws {
    try withServer { _ in
      HTTPResponse(status: 302, fields: ["Location": "/"])
    } _: { server in
      let url = "http://127.0.0.1:\(try #require(server.httpPort))/"
      try expectEqual(HTTPClient().send(method: "GET", url: url).status, 302)
    }
  }

  @Test func refusesACertificateNobodyVouchesFor() throws {
    try withServer(Self.echo) { server in
      let port = try #require(server.httpsPort)
      for authority in [try Self.fixture("other-ca.pem"), nil] {
        let client = HTTPClient(certificateAuthorityPEM: authority)
        let error = #expect(throws: HTTPClientError.self) {
          try client.send(method: "GET", url: "https://localhost:\(port)/")
        }
        expectEqual(error?.kind, .tls)
        expectEqual(error?.description.hasPrefix("The certificate of localhost port \(port) is not trusted: "), true)
      }
    }
  }

  @Test(arguments: ["example.test", "127.0.0.2"])
  func refusesACertificateForAnotherHost(host: String) throws {
    try withServer(Self.echo) { server in
      let port = try #require(server.httpsPort)
      let client = HTTPClient(certificateAuthorityPEM: try Self.fixture("ca.pem"), connectTo: "127.0.0.1")
      let error = #expect(throws: HTTPClientError.self) {
        try client.send(method: "GET", url: "https://\(host):\(port)/")
      }
      expectEqual(error?.kind, .tls)
      expectEqual(error?.description.contains("mismatch"), true)
    }
  }

  @Test(arguments: ["localhost", "127.0.0.1", "world.localhost"])
  func trustsAnAuthority(host: String) throws {
    try withServer(Self.echo) { server in
      let port = try #require(server.httpsPort)
      let client = HTTPClient(certificateAuthorityPEM: try Self.fixture("ca.pem"))
      try expectEqual(client.send(method: "GET", url: "https://\(host):\(port)/").status, 201)
    }
  }

  struct Failure: CustomTestStringConvertible {
    let delivery: Delivery
    var timeout = Duration.seconds(60)
    let kind: HTTPClientError.Kind
    let message: String
    let testDescription: String
  }

  @Test(arguments: [
    Failure(
      delivery: Delivery(manner: .silent), timeout: .milliseconds(100), kind: .timeout,
      message: "Waiting for the answer of % took too long.", testDescription: "no answer"),
    Failure(
      delivery: Delivery(manner: .reset), kind: .connectionLost, message: "% broke the connection off.",
      testDescription: "a reset"),
    Failure(
      delivery: Delivery(manner: .cut(afterBodyBytes: 1)), kind: .connectionLost,
      message: "% ended the connection before its answer was complete.", testDescription: "half an answer"),
  ])
  func saysWhatWentWrong(_ c: Failure) throws {
    try withServer { _ in
      var response = HTTPResponse(status: 200, body: [1, 2, 3])
      response.delivery = c.delivery
      return response
    } _: { server in
      let port = try #require(server.httpPort)
      let client = HTTPClient(timeout: c.timeout)
      let error = #expect(throws: HTTPClientError.self) {
        try client.send(method: "GET", url: "http://127.0.0.1:\(port)/")
      }
      expectEqual(error?.kind, c.kind)
      let message = c.message.replacingOccurrences(of: "%", with: "127.0.0.1 port \(port)")
      expectEqual(error?.description, message)
    }
  }

  /// From the first use on, and for good, SIGUSR2 interrupts its thread and does nothing else: tests run side by side, and one
  /// that took this back would let the other's signal end the process.
  private static let interrupting: Void = { _ = signal(SIGUSR2) { _ in } }()

  /// A process that is stopped and goes on, as with Ctrl-Z and `fg`, finds its waits interrupted, and waits on.
  @Test(arguments: ["http", "https"]) func waitsOnWhenItIsInterrupted(_ scheme: String) throws {
    let client = Mutex<UInt?>(nil)
    try withServer { _ in
      client.withLock { if let thread = $0 { mockidp_interrupt(thread, SIGUSR2) } }
      var response = HTTPResponse(status: 200, body: [1, 2, 3])
      response.delivery = Delivery(delay: .milliseconds(30), manner: .slow(bytes: 1, every: .milliseconds(10)))
      return response
    } _: { server in
      Self.interrupting
      let port = try #require(scheme == "https" ? server.httpsPort : server.httpPort)
      let sender = HTTPClient(certificateAuthorityPEM: try Self.fixture("ca.pem"))
      let answer = Mutex<Result<HTTPClientResponse, any Error>?>(nil)
      let isDone = DispatchSemaphore(value: 0)
      // On a thread of its own: those that run tests have signals blocked.
      let thread = Thread {
        var mask = sigset_t()
        sigaddset(&mask, SIGUSR2)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        client.withLock { $0 = mockidp_own_thread() }
        let result = Result { try sender.send(method: "GET", url: "\(scheme)://127.0.0.1:\(port)/") }
        answer.withLock { $0 = result }
        client.withLock { $0 = nil }
        isDone.signal()
      }
      thread.start()
      isDone.wait()
      let response = try #require(answer.withLock { $0 }).get()
      expectEqual(response.status, 200)
      expectEqual(response.body, [1, 2, 3])
    }
  }

  /// Nor is a wait for a connection that nobody takes an error of its own when it is interrupted: it ends at its limit.
  @Test func connectsOnWhenItIsInterrupted() throws {
    let listener = mockidp_socket(AF_INET, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    func withAddress(_ body: (UnsafeMutablePointer<sockaddr>) -> Int32) -> Int32 {
      withUnsafeMutablePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
    let isBound = withAddress { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) } == 0
    try #require(isBound && listen(listener, 0) == 0)
    try #require(withAddress { getsockname(listener, $0, &size) } == 0)
    // More than it keeps for later: the system answers nobody else.
    let held = (0..<4).map { _ in mockidp_socket(AF_INET, 1) }
    defer { for socket in held { close(socket) } }
    for socket in held { _ = withAddress { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) } }
    let port = UInt16(bigEndian: address.sin_port)

    Self.interrupting
    let client = Mutex<UInt?>(nil)
    let failure = Mutex<(any Error)?>(nil)
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      var mask = sigset_t()
      sigaddset(&mask, SIGUSR2)
      pthread_sigmask(SIG_UNBLOCK, &mask, nil)
      client.withLock { $0 = mockidp_own_thread() }
      do {
        _ = try HTTPClient(timeout: .milliseconds(300)).send(method: "GET", url: "http://127.0.0.1:\(port)/")
      } catch { failure.withLock { $0 = error } }
      client.withLock { $0 = nil }
      isDone.signal()
    }
    thread.start()
    // For a part of the limit, which begins anew with each.
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(100) {
      client.withLock { if let thread = $0 { mockidp_interrupt(thread, SIGUSR2) } }
      sched_yield()
    }
    isDone.wait()
    let error = try #require(failure.withLock { $0 } as? HTTPClientError)
    expectEqual(error.kind, .timeout)
    expectEqual(error.description, "Connecting to 127.0.0.1 port \(port) took too long.")
  }

  @Test func saysThatNobodyListens() throws {
    var port: UInt16 = 0
    try withServer(Self.echo) { port = try #require($0.httpPort) }
    let error = #expect(throws: HTTPClientError.self) {
      try HTTPClient().send(method: "GET", url: "http://127.0.0.1:\(port)/")
    }
    expectEqual(error?.description, "Nobody listens on 127.0.0.1 port \(port).")
  }

  @Test(arguments: ["", "localhost", "ftp://a/", "http://", "http://a:b/", "http://u@a/", "http://a/ b"])
  func refusesWhatIsNoURL(url: String) {
    let error = #expect(throws: HTTPClientError.self) {
      try HTTPClient(timeout: .milliseconds(100), connectTo: "127.0.0.1").send(method: "GET", url: url)
    }
    expectEqual(error?.kind, .badURL)
  }

  @Test func refusesAnAuthorityThatIsNoCertificate() throws {
    try withServer(Self.echo) { server in
      let error = #expect(throws: HTTPClientError.self) {
        try HTTPClient(certificateAuthorityPEM: "no PEM").send(
          method: "GET", url: "https://localhost:\(try #require(server.httpsPort))/")
      }
      expectEqual(error?.kind, .badAuthority)
    }
  }
}
