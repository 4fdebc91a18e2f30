import COpenSSL
import Expectations
import Foundation
import HTTPWire
import Testing

@testable import HTTPServer

/// What arrives on a port for TLS that is not TLS, or TLS that wants too much.
struct HostileTLSTests {
  struct Garbage: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    /// Whether the client is told in clear text, since it spoke that.
    var isTold = false
  }

  @Test(arguments: [
    Garbage(testDescription: "zeros", bytes: Array(repeating: 0, count: 300)),
    Garbage(testDescription: "ones", bytes: Array(repeating: 0xFF, count: 70_000)),
    Garbage(
      testDescription: "a hello of SSL 2", bytes: [0x80, 0x2E, 0x01, 0x00, 0x02, 0x00, 0x15, 0x00, 0x00, 0x00, 0x10]),
    Garbage(testDescription: "a record of SSL 3", bytes: [0x16, 0x03, 0x00, 0x00, 0x02, 0x01, 0x00]),
    Garbage(
      testDescription: "a record longer than any",
      bytes: [0x16, 0x03, 0x01, 0xFF, 0xFF] + Array(repeating: 1, count: 70_000)),
    Garbage(
      testDescription: "an empty record, over and over",
      bytes: (0..<500).flatMap { _ in [0x16, 0x03, 0x03, 0, 0] as [UInt8] }),
    Garbage(
      testDescription: "a hello of sixteen megabytes",
      bytes: [0x16, 0x03, 0x01, 0x40, 0x00, 0x01, 0xFF, 0xFF, 0xFF] + Array(repeating: 0, count: 17_000)),
    Garbage(testDescription: "an alert", bytes: [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x28]),
    Garbage(testDescription: "data before a handshake", bytes: [0x17, 0x03, 0x03, 0x00, 0x03, 0x61, 0x62, 0x63]),
    Garbage(testDescription: "a change of ciphers before a hello", bytes: [0x14, 0x03, 0x03, 0x00, 0x01, 0x01]),
    Garbage(testDescription: "half a hello", bytes: [0x16, 0x03, 0x01, 0x00, 0xC8, 0x01, 0x00, 0x00, 0xC4]),
    Garbage(testDescription: "HTTP in small letters", bytes: Array("get / http/1.1\r\nhost: a\r\n\r\n".utf8)),
    Garbage(testDescription: "HTTP", bytes: Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), isTold: true),
    Garbage(
      testDescription: "HTTP with a body",
      bytes: Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8), isTold: true),
    Garbage(
      testDescription: "the preface of HTTP/2", bytes: Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), isTold: true),
    Garbage(testDescription: "SSH", bytes: Array("SSH-2.0-x\r\n".utf8), isTold: true),
  ])
  func garbageEndsItsConnectionAndNoOther(_ row: Garbage) throws {
    var configuration = try tlsConfiguration()
    // Long enough for the other client's handshake, on a machine that is busy, too.
    configuration.limits.handshakeTime = .seconds(1)
    try withServer(configuration) { server in
      let other = try #require(try Self.client(server, TLS1_3_VERSION))
      let client = try #require(RawClient(port: server.httpsPort))
      client.send(row.bytes)
      let (text, end) = client.readToEnd()
      #expect(end != .timeout)
      expectEqual(statuses(text), row.isTold ? [400] : [])
      expectEqual(body(text).contains("https://"), row.isTold)
      other.send(DeliveryTests.lastRequest)
      expectEqual(statuses(other.readToEnd().text), [200])
      try expectNotNil(Self.client(server, TLS1_3_VERSION))
    }
  }

  /// The refusal is an alert that reaches the client, although it goes on sending.
  @Test func anAlertSaysWhy() throws {
    try withServer(tlsConfiguration()) { server in
      let client = try #require(RawClient(port: server.httpsPort))
      client.send([0x16, 0x03, 0x01, 0x00, 0x04, 0xFF, 0x00, 0x00, 0x00] + Array(repeating: 0x61, count: 300_000))
      let answer = client.readBytes()
      // An alert record, fatal.
      expectEqual(answer.first, 0x15)
      expectEqual(answer.dropFirst(5).first, 2)
    }
  }

  /// RFC 5746 allows a server to refuse every renegotiation; each costs the server a handshake and the client little.
  @Test func renegotiationIsRefused() throws {
    try withServer(tlsConfiguration()) { server in
      let client = try #require(try Self.client(server, TLS1_2_VERSION))
      client.send(DeliveryTests.request)
      #expect(!client.renegotiate())
      try expectNotNil(Self.client(server, TLS1_2_VERSION))
    }
  }

  @Test func newKeysAreTaken() throws {
    try withServer(tlsConfiguration()) { server in
      let client = try #require(try Self.client(server, TLS1_3_VERSION))
      for _ in 0..<5 { #expect(client.updateKeys()) }
      client.send(DeliveryTests.lastRequest)
      let (text, ending) = client.readToEnd()
      expectEqual(statuses(text), [200])
      expectEqual(ending, .closingAlert)
    }
  }

  /// RFC 8446 §6.1: a closing alert ends the client's side, in the middle of a request as well.
  @Test(arguments: [("", [Int]()), ("GET / HTTP/1.1\r\nHos", [400]), (DeliveryTests.request, [200])])
  func aClosingAlertEndsTheClientsSide(_ sent: String, _ expected: [Int]) throws {
    try withServer(tlsConfiguration()) { server in
      for version in [TLS1_2_VERSION, TLS1_3_VERSION] {
        let client = try #require(try Self.client(server, version))
        if !sent.isEmpty { client.send(sent) }
        client.sendClosingAlert()
        let (text, ending) = client.readToEnd()
        expectEqual(statuses(text), expected)
        expectEqual(ending, .closingAlert)
      }
    }
  }

  /// Bytes in the middle of a connection that no key made.
  @Test func aDamagedRecordEndsItsConnection() throws {
    try withServer(tlsConfiguration()) { server in
      let client = try #require(try Self.client(server, TLS1_3_VERSION))
      client.raw.send([0x17, 0x03, 0x03, 0x00, 0x20] + Array(repeating: 0x61, count: 32))
      let (text, ending) = client.readToEnd()
      #expect(text.isEmpty)
      expectEqual(ending, .failed)
      try expectNotNil(Self.client(server, TLS1_3_VERSION))
    }
  }

  private static func client(_ server: HTTPServer, _ version: Int32) throws -> RawTLSClient? {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return RawTLSClient(
      port: server.httpsPort, version: version, authority: tests.appending(path: "Fixtures/TLS/ca.pem").path)
  }
}
