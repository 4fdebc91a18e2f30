import Expectations
import HTTPClient
import HTTPWire
import JSON
import Testing
import Worlds

@testable import MockIdP

/// What a whole server shows to people who watch: its root, the way from an error page to the console, and worlds side by side.
struct WatchedServerTests {
  /// What a server is at its root: lines for programs, a page for a browser, which leads to the console on this machine alone.
  @Test func tellsWhatItIs() throws {
    try Running.server(try Running.options()) { server, client in
      let address = server.endpoints.authority + "/"
      let lines = try client.get(address)
      #expect(lines.text.hasPrefix("mockidp, a test authority in the place of Microsoft Entra ID\nauthority  "))
      let page = try client.get(address, [("Accept", "text/html,*/*;q=0.8")])
      expectEqual(page.fields["Content-Type"], "text/html; charset=utf-8")
      #expect(page.text.contains("<a class=\"button main\" href=\"/_mockidp/\">Open the console</a>"))
      expectEqual(page.fields["Content-Security-Policy"]?.hasPrefix("default-src 'none'"), true)
      let relayed = try client.get(address, [("Accept", "text/html"), ("X-Forwarded-For", "192.0.2.1")])
      #expect(relayed.text.contains("A test authority"))
      #expect(!relayed.text.contains("_mockidp"))
    }
  }

  @Test func errorPagesLeadToTheirExchangeOnThisMachine() throws {
    try Running.server(try Running.options()) { server, client in
      let address = server.endpoints.authority + "/common/oauth2/v2.0/authorize?client_id=none"
      let page = try client.get(address)
      let exchange = try #require(server.world.journal.exchanges.last)
      #expect(page.text.contains("<a href=\"/_mockidp/#/exchange/\(exchange.traceID)\">Why, in the console</a>"))
      let relayed = try client.get(address, [("Via", "1.1 proxy")])
      #expect(relayed.text.contains("AADSTS"))
      #expect(!relayed.text.contains("_mockidp"))
    }
  }

  /// Two worlds, compared by what a scenario file says of each.
  @Test func comparesWorlds() throws {
    try Running.server(try Running.options()) { server, client in
      let control = server.endpoints.control
      for name in ["t1", "t2"] {
        try expectEqual(client.send(method: "PUT", url: "\(control)/worlds/\(name)").status, 201)
      }
      func differences() throws -> JSONValue? {
        try JSONValue.parse(client.get("\(control)/worlds/t1/difference?with=t2").body)["differences"]
      }
      try expectEqual(differences(), [], "ids of a world's own do not count")
      try expectEqual(client.send(method: "POST", url: "\(control)/worlds/t1/users/alice/disable").status, 200)
      let rule = #"{"name": "busy", "when": {"endpoint": "token"}, "then": [{"refuse": "AADSTS90033"}]}"#
      try expectEqual(
        client.send(method: "POST", url: "\(control)/worlds/t2/rules", body: Array(rule.utf8)).status, 201)
      let rows = try #require(try differences()?.array)
      #expect(rows.contains(["path": "world.users.alice.enabled", "here": false]))
      #expect(rows.contains { $0["path"] == "rules" && $0["here"] == nil && $0["there"] != nil })
      try expectEqual(client.get("\(control)/worlds/t1/difference?with=none").status, 404)
    }
  }
}
