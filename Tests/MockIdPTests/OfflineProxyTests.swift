import Bytes
import Expectations
import HTTPClient
import HTTPServer
import HTTPWire
import JSON
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// The HTTP port as a forward proxy, over real sockets.
struct OfflineProxyTests {
  private static func proxied(_ server: MockIdPServer, trusting other: MockIdPServer? = nil) -> HTTPClient {
    HTTPClient(
      certificateAuthorityPEM: (other ?? server).certificateAuthorityPEM, proxy: address(server.endpoints.http))
  }

  private static func address(_ url: String) -> String {
    "http://127.0.0.1:\(url.split(separator: ":").last ?? "")"
  }

  /// A request in clear text whose target is an absolute URL. The answer's status.
  private static func plain(_ url: String, through server: MockIdPServer) throws -> (status: Int, body: String) {
    let answer = try HTTPClient(proxy: address(server.endpoints.http)).get(url)
    return (answer.status, answer.text)
  }

  @Test func answersForTheRealNames() throws {
    try Running.server(try Running.options()) { server, _ in
      let client = Self.proxied(server)
      for host in ["login.microsoftonline.com", "login.windows.net", "westeurope.login.microsoft.com"] {
        let document = try JSONValue.parse(try client.get("https://\(host)\(ServerTests.discovery)").body)
        expectEqual(document["issuer"]?.string, "https://login.microsoftonline.com/{tenantid}/v2.0")
      }
      try expectEqual(client.get("https://graph.microsoft.com/v1.0/me").status, 401)
      try expectEqual(
        Self.plain("http://login.microsoftonline.com\(ServerTests.discovery)", through: server).status, 200)
    }
  }

  /// A command that runs as a developer's machine finds no virtual machine around it, and libraries go on to the next credential.
  @Test func instanceMetadataIsOnlyInItsOwnPlace() throws {
    let url =
      "http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https://vault.azure.net"
    try Running.server(try Running.options()) { server, _ in
      let answer = try Self.plain(url, through: server)
      #expect(answer.status == 400 && answer.body.contains("metadata header"), "\(answer)")
    }
    try Running.server(try Running.options { $0.placeWithoutMachine = "azure-cli" }) { server, _ in
      let answer = try Self.plain(url, through: server)
      #expect(answer.status == 403 && answer.body.contains("unreachable"), "\(answer)")
      #expect(server.world.journal.exchanges.last?.reasons.last?.contains("azure-cli") == true)
      try expectEqual(
        Self.plain("http://login.microsoftonline.com\(ServerTests.discovery)", through: server).status, 200)
    }
  }

  @Test func anyOtherHostIsRefusedAndInTheJournal() throws {
    try Running.server(try Running.options()) { server, _ in
      let error = #expect(throws: HTTPClientError.self) { try Self.proxied(server).get("https://example.com/a") }
      expectEqual(error?.description.hasSuffix("refused example.com port 443 with status 403."), true)
      let answer = try Self.plain("http://example.com/b?secret=1", through: server)
      expectEqual(answer.status, 403)
      expectEqual(
        answer.body,
        #"{"error":"offline","error_description":"mockidp: example.com is not a host that is answered here, and "#
          + #"nothing goes out; let it through with --proxy-passthrough example.com."}"#)
      let exchanges = server.world.journal.exchanges
      expectEqual(exchanges.map(\.endpoint), [.proxy, .proxy])
      expectEqual(exchanges.map(\.status), [403, 403])
      expectEqual(exchanges.map(\.host), ["example.com:443", "example.com"])
      expectEqual(exchanges.map(\.method), ["CONNECT", "GET"])
      expectEqual(exchanges.map(\.path), ["", "/b"])
      expectEqual(exchanges.last?.reasons.last?.contains("--proxy-passthrough example.com"), true)
    }
  }

  @Test func letsChosenHostsThrough() throws {
    try Running.server(try Running.options()) { target, _ in
      let port = try #require(target.endpoints.https.split(separator: ":").last)
      let plainPort = try #require(target.endpoints.http.split(separator: ":").last)
      let options = try Running.options { options in
        options.proxyPassthrough = ["127.0.0.1:\(port)", "127.0.0.1:\(plainPort)"].compactMap { HostPattern($0) }
      }
      try Running.server(options) { server, _ in
        // The other server's certificate comes through: nobody reads along.
        let client = Self.proxied(server, trusting: target)
        let document = try JSONValue.parse(try client.get("https://127.0.0.1:\(port)\(ServerTests.discovery)").body)
        expectEqual(document["issuer"]?.string, "https://127.0.0.1:\(port)/{tenantid}/v2.0")
        let answer = try Self.plain("http://127.0.0.1:\(plainPort)\(ServerTests.discovery)", through: server)
        expectEqual(answer.status, 200)
        #expect(answer.body.contains("\"issuer\":\"http://127.0.0.1:\(plainPort)/{tenantid}/v2.0\""))
        expectEqual(target.world.journal.exchanges.map(\.endpoint), [.discovery, .discovery])
        expectEqual(server.world.journal.exchanges.map(\.status), [200, 200])
        expectEqual(
          server.world.journal.exchanges.first?.reasons.last?.contains("which '127.0.0.1:\(port)' allows"), true)
      }
    }
  }

  @Test func anotherServerOfThisMachineIsNotThisOne() throws {
    try Running.server(try Running.options()) { target, _ in
      let port = try #require(target.endpoints.http.split(separator: ":").last)
      try Running.server(try Running.options()) { server, _ in
        let other = try Self.plain("http://localhost:\(port)/", through: server)
        expectEqual(other.status, 403)
        expectEqual(server.world.journal.exchanges.last?.reasons.last?.contains("NO_PROXY"), true)
        let own = try Self.plain(server.endpoints.http + "/", through: server)
        expectEqual(own.status, 200)
        #expect(target.world.journal.exchanges.isEmpty)
      }
    }
  }

  /// The journal has the address that a name led to. A client from elsewhere must not learn it.
  @Test func theAnswerHasNoAddressThatWasLookedUp() throws {
    try Running.server(try Running.options { $0.proxyPassthrough = [HostPattern("*")].compactMap(\.self) }) {
      server, _ in
      let answer = try Self.plain("http://0x7f000001:1/", through: server)
      expectEqual(answer.status, 403)
      #expect(answer.body.contains("0x7f000001 does not lead to the public internet"))
      #expect(!answer.body.contains("127.0.0.1"))
      expectEqual(server.world.journal.exchanges.last?.reasons.last?.contains("leads to 127.0.0.1"), true)
    }
  }

  @Test func aWildcardOpensNoPrivateAddress() throws {
    try Running.server(try Running.options()) { target, _ in
      let port = try #require(target.endpoints.https.split(separator: ":").last)
      let options = try Running.options { $0.proxyPassthrough = [HostPattern("*")].compactMap(\.self) }
      try Running.server(options) { server, _ in
        let error = #expect(throws: HTTPClientError.self) { try Self.proxied(server).get("https://127.0.0.1:\(port)/") }
        expectEqual(error?.description.hasSuffix("with status 403."), true)
        expectEqual(server.world.journal.exchanges.last?.reasons.last?.contains("not on the public internet"), true)
        #expect(target.world.journal.exchanges.isEmpty)
      }
    }
  }

  @Test func whatIsAnsweredHereCannotBeLetThrough() throws {
    let options = try Running.options {
      $0.proxyPassthrough = [HostPattern("graph.microsoft.com")].compactMap(\.self)
    }
    try expectEqual(Running.refusal(options), "'graph.microsoft.com' cannot be let through: this server answers for it")
  }

  // MARK: Patterns

  @Test(
    arguments: [
      ("api.test", "api.test", 443, true), ("api.test", "api.test", 8080, true), ("API.test", "api.test", 80, true),
      ("api.test", "x.api.test", 443, false), ("api.test:8080", "api.test", 8080, true),
      ("api.test:8080", "api.test", 443, false), ("*.api.test", "x.api.test", 443, true),
      ("*.api.test", "x.y.api.test", 443, true), ("*.api.test", "api.test", 443, false),
      ("*.api.test", "xapi.test", 443, false), ("*.api.test:80", "x.api.test", 443, false), ("*", "any.test", 1, true),
      ("*:80", "any.test", 443, false), ("[::1]:80", "[::1]", 80, true),
    ] as [(String, String, UInt16, Bool)])
  func patternsMatch(_ pattern: String, _ host: String, _ port: UInt16, _ matches: Bool) throws {
    let pattern = try #require(HostPattern(pattern))
    expectEqual(pattern.matches(host, port: port), matches)
  }

  @Test(arguments: ["", "a b", "*api.test", "a.*.test", "**", "*.", "api.test:x", "api.test:70000", "http://api.test"])
  func whatIsNoPattern(_ text: String) { expectNil(HostPattern(text)) }

  @Test(arguments: [
    ("api.test", "10.0.0.1", true), ("169.254.169.254", "169.254.169.254", true), ("*.test", "10.0.0.1", false),
    ("*", "169.254.169.254", false), ("*", "::1", false), ("*.test", "8.8.8.8", true),
  ])
  func aWildcardMeansThePublicInternet(_ pattern: String, _ address: String, _ admits: Bool) throws {
    let (pattern, address) = (try #require(HostPattern(pattern)), try #require(IPAddress(address)))
    expectEqual(pattern.admits(address), admits)
  }
}
