import Expectations
import Foundation
import HTTPWire
import Testing

@testable import HTTPClient
@testable import HTTPServer

/// A file of `Tests/Fixtures/TLS`.
func fixture(_ name: String) throws -> String {
  let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  return try String(contentsOf: tests.appending(path: "Fixtures/TLS/\(name)"), encoding: .utf8)
}

/// One certificate for the names given, nothing for others.
struct FixedIdentity: TLSIdentityProvider {
  let identity: TLSIdentity
  var names: Set<String?>

  init(names: Set<String?> = ["localhost", "world.localhost", nil]) throws {
    identity = try TLSIdentity(certificateChainPEM: fixture("server.pem"), privateKeyPEM: fixture("server-key.pem"))
    self.names = names
  }

  func identity(forServerName name: String?) -> TLSIdentity? { names.contains(name) ? identity : nil }
}

func tlsConfiguration(names: Set<String?> = ["localhost", "world.localhost", nil]) throws -> HTTPServerConfiguration {
  var configuration = testConfiguration()
  configuration.httpsPort = 0
  configuration.tls = try FixedIdentity(names: names)
  return configuration
}

struct TLSTests {
  @Test(arguments: ["TLSv1.2", "TLSv1.3"])
  func speaksBothVersions(version: String) throws {
    let handler = ClosureHandler { HTTPResponse(status: $0.isSecure ? 200 : 500, body: Array($0.authority.utf8)) }
    try withServer(tlsConfiguration(), handler) { server in
      let port = try #require(server.httpsPort)
      var client = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem"))
      client.isLimitedToTLS12 = version == "TLSv1.2"
      let connection = try client.open("https://localhost:\(port)")
      expectEqual(connection.tls?.version, version)
      expectEqual(connection.tls?.applicationProtocol, "http/1.1")
      for _ in 0..<3 {
        let response = try connection.send(method: "GET", url: "https://localhost:\(port)/")
        expectEqual(response.status, 200)
        expectEqual(response.text, "localhost:\(port)")
      }
    }
  }

  /// Bodies of many TLS records, in both directions and against a full socket.
  @Test func carriesLargeBodies() throws {
    let handler = ClosureHandler { HTTPResponse(status: 200, body: $0.body + $0.body + $0.body + $0.body) }
    try withServer(tlsConfiguration(), handler) { server in
      let port = try #require(server.httpsPort)
      let connection = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem")).open("https://localhost:\(port)")
      let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
      for _ in 0..<3 {
        let response = try connection.send(method: "POST", url: "https://localhost:\(port)/", body: body)
        expectEqual(response.body, body + body + body + body)
      }
    }
  }

  @Test func asksTheProviderByServerName() throws {
    try withServer(tlsConfiguration(names: ["world.localhost"])) { server in
      let port = try #require(server.httpsPort)
      let client = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem"))
      try expectEqual(client.send(method: "GET", url: "https://world.localhost:\(port)/").status, 200)
      let error = #expect(throws: HTTPClientError.self) {
        try client.send(method: "GET", url: "https://localhost:\(port)/")
      }
      expectEqual(error?.kind, .tls)
    }
  }

  @Test func cutsWithoutTheClosingAlert() throws {
    let handler = DeliveryTests.handler(Delivery(manner: .cut(afterBodyBytes: 4)))
    try withServer(tlsConfiguration(), handler) { server in
      let port = try #require(server.httpsPort)
      let client = try HTTPClient(certificateAuthorityPEM: fixture("ca.pem"))
      let error = #expect(throws: HTTPClientError.self) {
        try client.send(method: "GET", url: "https://localhost:\(port)/")
      }
      expectEqual(error?.kind, .connectionLost)
    }
  }

  @Test func tellsAClientThatSpeaksInClear() throws {
    try withServer(tlsConfiguration()) { server in
      let client = try #require(RawClient(port: server.httpsPort))
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      let (text, end) = client.readToEnd()
      expectEqual(statuses(text), [400])
      #expect(body(text).contains("HTTPS"))
      expectEqual(end, .orderly)
    }
  }

  @Test(arguments: ["", "\u{16}\u{3}\u{1}"])
  func doesNotWaitForEverForAHandshake(sent: String) throws {
    var configuration = try tlsConfiguration()
    configuration.limits.handshakeTime = .milliseconds(50)
    try withServer(configuration) { server in
      let client = try #require(RawClient(port: server.httpsPort))
      client.send(sent)
      #expect(client.readToEnd().end != .timeout)
    }
  }

  @Test func endsAHandshakeThatIsNone() throws {
    try withServer(tlsConfiguration()) { server in
      let client = try #require(RawClient(port: server.httpsPort))
      client.send([0x16, 0x03, 0x01, 0x00, 0x04, 0xFF, 0x00, 0x00, 0x00])
      #expect(client.readToEnd().end != .timeout)
    }
  }

  @Test func refusesAKeyThatIsNotTheCertificates() throws {
    let error = #expect(throws: TLSError.self) {
      try TLSIdentity(certificateChainPEM: fixture("ca.pem"), privateKeyPEM: fixture("server-key.pem"))
    }
    expectEqual(error?.description.hasPrefix("The private key does not belong to the certificate"), true)
    #expect(throws: TLSError.self) {
      try TLSIdentity(certificateChainPEM: "", privateKeyPEM: fixture("server-key.pem"))
    }
    #expect(throws: TLSError.self) { try TLSIdentity(certificateChainPEM: fixture("ca.pem"), privateKeyPEM: "no key") }
  }
}
