import Expectations
import Policy
import Testing

@Suite("Where documents are fetched from") struct FetchableURLTests {
  @Test(
    "is TLS, or this machine",
    arguments: [
      ("https://issuer.test", true), ("https://issuer.test:8443/keys", true), ("https://10.0.0.1/", true),
      ("http://localhost:8080/keys", true), ("http://127.0.0.1/", true), ("http://[::1]:1/", true),
      ("http://issuer.localhost", true), ("http://issuer.test", false), ("http://localhost.evil.test", false),
      ("http://169.254.169.254/metadata", false), ("file:///etc/passwd", false), ("ftp://localhost", false),
      ("urn:x", false), ("https://user@issuer.test", false), ("https://issuer.test/#x", false), ("", false),
    ])
  func admits(_ url: String, _ isAdmitted: Bool) { expectEqual(FetchableURL.admits(url), isAdmitted) }

  @Test(
    "has one origin",
    arguments: [
      ("https://a.test", "https://a.test/keys", true), ("https://a.test", "https://A.test:443/", true),
      ("https://a.test", "http://a.test", false), ("https://a.test", "https://a.test:444", false),
      ("https://a.test", "https://a.test.evil", false), ("https://a.test", "nonsense", false),
      ("msauth://\u{301}a.test/", "msauth:/", false),
    ])
  func origin(_ left: String, _ right: String, _ isSame: Bool) {
    expectEqual(FetchableURL.haveSameOrigin(left, right), isSame)
  }
}
