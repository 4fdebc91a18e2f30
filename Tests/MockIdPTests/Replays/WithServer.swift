import HTTPClient
import MockIdP

/// Runs `body` against a server as the test suite of an app embeds one, with a client that trusts it.
func withServer(_ body: (Server, HTTPClient) throws -> Void) async throws {
  let server = try await MockIdP.start()
  defer { server.stop() }
  try body(
    server, HTTPClient(certificateAuthorityPEM: server.certificateAuthority.pem, connectTo: "127.0.0.1"))
}
