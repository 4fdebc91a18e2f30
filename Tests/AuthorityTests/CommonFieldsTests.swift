import Expectations
import HTTPWire
import TestSupport
import Testing

@Suite("Header fields of every answer") struct CommonFieldsTests {
  /// What a browser remembers of a host holds for all its ports, so for the app under test at http://localhost:3000 too.
  @Test(
    "ask for TLS from now on, unless the host is the client's own machine",
    arguments: [
      ("localhost:8443", nil), ("LOCALHOST", nil), ("t1.localhost:8443", nil), ("127.0.0.1:8443", nil),
      ("[::1]:8443", nil),
      ("idp.test:8443", "max-age=31536000; includeSubDomains"), ("mylocalhost", "max-age=31536000; includeSubDomains"),
      ("login.microsoftonline.com", "max-age=31536000; includeSubDomains"),
    ] as [(String, String?)])
  func strictTransport(_ authority: String, _ value: String?) throws {
    let test = try TestWorld()
    for path in ["/organizations/v2.0/.well-known/openid-configuration", "/organizations/oauth2/v2.0/authorize"] {
      try expectEqual(
        test.send("GET", path, authority: authority).fields["Strict-Transport-Security"], value, "\(path)")
    }
  }
}
