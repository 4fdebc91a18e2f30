import Expectations
import Testing
import Worlds

@testable import MockIdP

/// The addresses of protocols that the service speaks and this server does not.
struct OtherProtocolTests {
  @Test(arguments: [
    ("/common/saml2", "SAML 2.0"), ("/c0270500-0000-4000-8000-000000000001/SAML2/", "SAML 2.0"),
    ("/contoso.onmicrosoft.com/wsfed", "WS-Federation"),
    ("/federationmetadata/2007-06/federationmetadata.xml", "SAML 2.0 and WS-Federation"),
    ("/common/FederationMetadata/2007-06/FederationMetadata.xml", "SAML 2.0 and WS-Federation"),
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
