import Directory
import Expectations
import HTTPClient
import HTTPWire
import JSON
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// A page of another site whose name leads to this machine (DNS rebinding), over real sockets, with worlds. Every combination of
/// name, origin and address is in `AccessTests`.
struct RebindingTests {
  @Test(arguments: [
    "evil.test", "localhost.evil.test", "t1.evil.test", "t1.localhost.evil.test", "127.0.0.1.evil.test", "xlocalhost",
    "t1.evil-localhost", "0.0.0.0", "[::]", "127.0.0.2", "2130706433", "localhost.", "t1.localhost.",
  ])
  func aForeignNameIsRefusedInEveryWorld(_ host: String) throws {
    try Running.world { server, client in
      let own = server.world.name
      let port = try #require(server.endpoints.http.split(separator: ":").last)
      let page = HTTPClient(connectTo: "127.0.0.1")
      let name = host.hasPrefix("t1.") ? own + host.dropFirst(2) : host
      for path in [
        "/v1/users", "/v1/exchanges", "/v1/worlds", "/v1/worlds/\(own)/users", "/v1/worlds/\(own)/exchanges",
        "/v1/nothing",
      ] {
        let answer = try page.get("http://\(name):\(port)/_mockidp\(path)")
        expectEqual(answer.status, 403)
        try expectEqual(JSONValue.parse(answer.body)["type"], "urn:mockidp:problem:foreign-host")
      }
      let made = try page.post("http://\(name):\(port)/_mockidp/v1/worlds", #"{"name":"t2"}"#)
      expectEqual(made.status, 403)
      expectNil(server.server.worlds.world(ofTenant: "contoso-t2.onmicrosoft.com"))
    }
  }

  /// A page of another site that knows the server's own name cannot hide its own.
  @Test(arguments: [
    "https://evil.test", "http://evil.test:8080", "null", "", "http://localhost.evil.test",
    "http://localhost@evil.test",
    "http://evil.test/localhost", "http://evil.test#localhost", "localhost", "http://127.0.0.1.evil.test", "file://",
    "http://localhost http://evil.test", "http://localhost, http://evil.test",
  ])
  func aForeignPageIsRefusedUnderEveryNameOfTheServer(_ origin: String) throws {
    try Running.world { server, client in
      let own = server.world.name
      let port = try #require(server.endpoints.https.split(separator: ":").last)
      for name in ["localhost", "\(own).localhost", "127.0.0.1"] {
        for path in ["/v1/users", "/v1/worlds/\(own)/users"] {
          let url = "https://\(name):\(port)/_mockidp\(path)"
          try expectEqual(client.get(url, [("Origin", origin)]).status, 403)
          let answer = try client.post(url, #"{"alias":"mallory"}"#, [("Origin", origin)])
          expectEqual(answer.status, 403)
          expectNil(answer.fields["Access-Control-Allow-Origin"])
          try expectEqual(client.get(url, []).status, 200)
        }
      }
      for world in [server.world, server.server.world] { expectNil(world.directory.user(named: "mallory")) }
    }
  }
}
