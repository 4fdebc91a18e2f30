import Bytes
import Expectations
import HTTPClient
import HTTPServer
import HTTPWire
import Synchronization
import TestSupport
import Testing
import Time
import Worlds

@testable import MockIdP

/// The proxy is not a way into this machine or its networks (server-side request forgery), however an address is spelled.
struct ProxyRelayTests {
  /// A server that nobody may reach; it counts who does.
  final class Inner: PromptHandler {
    let visits = Atomic(0)

    func respond(to request: HTTPRequest) -> HTTPResponse {
      visits.add(1, ordering: .relaxed)
      return .plain(200, "The inner server.")
    }
  }

  /// Spellings of this machine, of networks of one's own and of the metadata services of clouds.
  static let addresses = [
    "127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0x7f.0.0.1", "0177.0.0.1", "017700000001",
    "127.000.000.001", "127.255.255.254", "0.0.0.0", "0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "0xa9fea9fe", "2852039166",
    "[::ffff:169.254.169.254]", "[fe80::1]", "[fd00:ec2::254]", "10.0.0.1", "192.168.0.1", "172.16.0.1",
    "100.100.100.200",
  ]

  private static func inner(_ body: (UInt16) throws -> Void) throws {
    let inner = Inner()
    let server = HTTPServer(configuration: HTTPServerConfiguration(clock: ManualClock(TestWorld.start)), handler: inner)
    try server.start()
    defer { server.stop(grace: .zero) }
    try body(try #require(server.httpPort))
    expectEqual(inner.visits.load(ordering: .relaxed), 0)
  }

  /// The status that the proxy answers with, for a URL in clear text and for a tunnel.
  private static func statuses(_ host: String, _ port: UInt16, through server: MockIdPServer) throws -> [Int] {
    let proxy = "http://127.0.0.1:\(server.endpoints.http.split(separator: ":").last ?? "")"
    let client = HTTPClient(proxy: proxy)
    let plain = try client.get("http://\(host):\(port)/").status
    let error = #expect(throws: HTTPClientError.self) { try client.get("https://\(host):\(port)/") }
    let tunnel = error?.description.split(separator: " ").last.flatMap { Int($0.dropLast()) }
    return [plain, tunnel ?? 0]
  }

  @Test(arguments: addresses + ["localhost", "LOCALHOST", "localhost.", "x.localhost", "metadata.google.internal"])
  func nothingGoesOutByItself(_ host: String) throws {
    try Self.inner { port in
      try Running.server(try Running.options()) { server, _ in
        let statuses = try Self.statuses(host, port, through: server)
        expectEqual(statuses, [403, 403])
        expectEqual(server.world.journal.exchanges.map(\.status), [403, 403])
      }
    }
  }

  /// The address of the metadata service is one that this server answers for, with what it makes up.
  @Test func theMetadataServiceIsThisServer() throws {
    try Running.server(try Running.options { $0.proxyPassthrough = [HostPattern("*")].compactMap(\.self) }) {
      server, _ in
      let proxy = "http://127.0.0.1:\(server.endpoints.http.split(separator: ":").last ?? "")"
      let answer = try HTTPClient(proxy: proxy).get("http://169.254.169.254/")
      #expect(answer.text.hasPrefix("mockidp, a test authority"))
    }
  }

  /// A wildcard lets names through, and no address that a name could be made to lead to here.
  @Test(arguments: addresses)
  func aWildcardIsNoWayIn(_ host: String) throws {
    try Self.inner { port in
      try Running.server(try Running.options { $0.proxyPassthrough = [HostPattern("*")].compactMap(\.self) }) {
        server, _ in
        // Some systems cannot even name the oldest spellings; what they can is refused before a connection.
        for status in try Self.statuses(host, port, through: server) { #expect([403, 502].contains(status)) }
      }
    }
  }

  /// One server of this machine let through is not all of them, and not under another spelling.
  @Test(arguments: ["127.1", "2130706433", "localhost", "[::ffff:127.0.0.1]", "127.0.0.1"])
  func anAddressLetThroughIsThatOne(_ host: String) throws {
    try Self.inner { port in
      let options = try Running.options { $0.proxyPassthrough = [HostPattern("127.0.0.1:1")].compactMap(\.self) }
      try Running.server(options) { server, _ in
        let statuses = try Self.statuses(host, port, through: server)
        expectEqual(statuses, [403, 403])
      }
    }
  }
}
