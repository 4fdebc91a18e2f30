import Bytes
import Expectations
import HTTPClient
import HTTPWire
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// Worlds that a client names by the user name of the proxy or by a header field, over real sockets.
@Suite("A world that is named beside the address") struct NamedWorldTests {
  private static let discovery = "/common/v2.0/.well-known/openid-configuration"

  /// The statuses in the journals of these worlds.
  private static func statuses(_ server: MockIdPServer, _ names: String...) throws -> [[Int]] {
    try names.map { name in
      guard case .world(let world) = server.worlds.world(named: name) else { throw TestFault("no world \(name)") }
      return world.journal.exchanges.map(\.status)
    }
  }

  private static func basic(_ credentials: String) -> (String, String) {
    ("Proxy-Authorization", "Basic " + Base64.encode(Array(credentials.utf8)))
  }

  private static func proxy(_ server: MockIdPServer) -> String {
    "http://127.0.0.1:\(server.endpoints.http.split(separator: ":").last ?? "")"
  }

  /// A client whose CONNECT has these fields, as one whose proxy's URL has a name and a password.
  private static func proxied(_ server: MockIdPServer, _ fields: [(String, String)]) -> HTTPClient {
    var client = HTTPClient(certificateAuthorityPEM: server.certificateAuthorityPEM, proxy: proxy(server))
    client.proxyFields = fields
    return client
  }

  @Test("takes every request of the tunnel, whatever host it is for") func tunnel() throws {
    try Running.server(try Running.options()) { server, client in
      for name in ["t1", "t2"] { _ = try WorldServerTests.make(client, server, #"{"name": "\#(name)"}"#) }
      let tunnelled = Self.proxied(server, [Self.basic("t1:")])
      for host in ["login.microsoftonline.com", "t2.localhost", "localhost"] {
        try expectEqual(tunnelled.get("https://\(host)\(Self.discovery)").status, 200, "\(host)")
      }
      try expectEqual(tunnelled.get("https://graph.microsoft.com/v1.0/me").status, 401)
      // A host that is not answered here is in the journal of that world too.
      #expect(throws: HTTPClientError.self) { try tunnelled.get("https://example.com/") }
      try expectEqual(Self.statuses(server, "t1", "t2", "default"), [[200, 200, 200, 401, 403], [], []])
    }
  }

  @Test("takes requests in clear text, and the header field counts more") func clearText() throws {
    try Running.server(try Running.options()) { server, client in
      for name in ["t1", "t2"] { _ = try WorldServerTests.make(client, server, #"{"name": "\#(name)"}"#) }
      let url = "http://login.microsoftonline.com" + Self.discovery
      let plain = HTTPClient(proxy: Self.proxy(server))
      try expectEqual(plain.get(url, [Self.basic("t1:")]).status, 200)
      let both = [Self.basic("t1:"), ("Mockidp-World", "t2"), ("Mockidp-Control-Token", "x")]
      try expectEqual(plain.get(url, both).status, 200)
      try expectEqual(plain.get(url, [Self.basic(":")]).status, 200)
      try expectEqual(Self.statuses(server, "t1", "t2", "default"), [[200], [200], [200]])
      guard case .world(let world) = server.worlds.world(named: "t2") else { throw TestFault("no world") }
      let kept = try #require(world.journal.exchanges.first)
      for name in ["Mockidp-World", "Mockidp-Control-Token"] {
        expectNil(kept.fields[name], "\(name)")
      }
      expectEqual(kept.fields["Proxy-Authorization"]?.contains("•"), true)
    }
  }

  struct Claim: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let connect: [(String, String)]
    var inside: [(String, String)] = []
    let status: Int
  }

  private static let relayed = ("X-Forwarded-For", "10.0.0.1")

  private static let claims: [Claim] = [
    Claim(testDescription: "direct", connect: [basic("t1:")], status: 200),
    Claim(testDescription: "a world that is not there", connect: [basic("t9:")], status: 404),
    Claim(testDescription: "relayed", connect: [basic("t1:"), relayed], status: 403),
    Claim(testDescription: "relayed with another token", connect: [basic("t1:wrong"), relayed], status: 403),
    Claim(testDescription: "relayed with the token", connect: [basic("t1:steer"), relayed], status: 200),
    Claim(testDescription: "relayed inside", connect: [basic("t1:")], inside: [relayed], status: 403),
    Claim(
      testDescription: "relayed inside with the token as a field", connect: [basic("t1:")],
      inside: [relayed, ("Mockidp-Control-Token", "steer")], status: 200),
    Claim(
      testDescription: "another scheme names no world", connect: [("Proxy-Authorization", "Bearer t9")], status: 200),
  ]

  @Test("is believed from this machine, or with the control token", arguments: claims)
  func access(claim: Claim) throws {
    try Running.server(try Running.options { $0.controlToken = "steer" }) { server, client in
      let made = try client.post(
        server.endpoints.control + "/worlds", #"{"name": "t1"}"#, [("Authorization", "Bearer steer")])
      expectEqual(made.status, 201)
      let url = "https://login.microsoftonline.com" + Self.discovery
      let answer = try Self.proxied(server, claim.connect).get(url, claim.inside)
      expectEqual(answer.status, claim.status, "\(answer.text)")
      let journal = try client.get(
        server.endpoints.control + "/worlds/t1/exchanges", [("Authorization", "Bearer steer")])
      let archive = try client.get(
        server.endpoints.control + "/worlds/t1/exchanges?format=har", [("Authorization", "Bearer steer")])
      #expect(!journal.text.contains("steer") && !archive.text.contains("steer"))
    }
  }

  /// A process whose proxy is the server reaches the control API by the server's own name, and not by one of Microsoft's.
  @Test("does not close the control API", arguments: [("localhost", 200), ("login.microsoftonline.com", 404)])
  func control(host: String, status: Int) throws {
    try Running.server(try Running.options()) { server, client in
      _ = try WorldServerTests.make(client, server, #"{"name": "t1", "scenario": "expired-refresh"}"#)
      let port = server.endpoints.https.split(separator: ":").last ?? ""
      for (credentials, scenario) in [("t1:", "expired-refresh"), ("default:", "test")] {
        let address = host == "localhost" ? "localhost:\(port)" : host
        let answer = try Self.proxied(server, [Self.basic(credentials)]).get("https://\(address)/_mockidp/v1/world")
        expectEqual(answer.status, status, "\(answer.text)")
        if status == 200 { try expectEqual(WorldServerTests.json(answer)["scenario"]?.string, scenario) }
      }
      // Another server that relays the CONNECT is not a program of this machine.
      let relayed = try Self.proxied(server, [Self.relayed]).get("https://localhost:\(port)/_mockidp/v1/world")
      expectEqual(relayed.status, 403)
    }
  }

  @Test("is refused with a problem document where it is asked of the control API") func controlProblem() throws {
    try Running.server(try Running.options()) { server, client in
      _ = try WorldServerTests.make(client, server, #"{"name": "t1"}"#)
      try expectEqual(client.send(method: "DELETE", url: server.endpoints.control + "/worlds/t1").status, 204)
      for name in ["t1", "t9"] {
        let answer = try client.get(server.endpoints.control + "/world", [("Mockidp-World", name)])
        #expect(answer.status == 404 && answer.fields["Content-Type"] == "application/problem+json")
        try expectEqual(WorldServerTests.json(answer)["detail"]?.string?.contains("'\(name)'"), true, "\(answer.text)")
      }
      try expectEqual(Self.statuses(server, "default"), [[]])
    }
  }
}
