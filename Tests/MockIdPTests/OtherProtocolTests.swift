import Expectations
import HTTPClient
import Testing
import Worlds

@testable import MockIdP

/// The addresses of protocols that the service speaks and this server does not.
struct OtherProtocolTests {
  @Test(arguments: [
    ("/contoso.onmicrosoft.com/wsfed", "WS-Federation"), ("/common/WSFED/", "WS-Federation"),
  ]) func areNotFoundWithASentence(_ path: String, _ name: String) throws {
    try Running.server(try Running.options()) { server, client in
      let answer = try client.get(server.endpoints.authority + path)
      expectEqual(answer.status, 404)
      #expect(answer.text.contains("mockidp does not serve \(name)."), "\(answer.text)")
      let exchange = try #require(server.world.journal.exchanges.last)
      #expect(exchange.path.hasSuffix(path) || exchange.status == 404)
      #expect(exchange.reasons.contains { $0.contains("does not serve \(name)") }, "\(exchange.reasons)")
    }
  }
}
