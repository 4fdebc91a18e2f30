import Directory
import Expectations
import Policy
import Testing

/// Which redirect URIs meet a registration.
struct RedirectURIRulesTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let registered: String
    let platform: RedirectURIRegistration.Platform
    let presented: String
    let isAccepted: Bool

    init(
      _ description: String, _ registered: String, _ platform: RedirectURIRegistration.Platform, _ presented: String,
      _ isAccepted: Bool
    ) {
      testDescription = description
      self.registered = registered
      self.platform = platform
      self.presented = presented
      self.isAccepted = isAccepted
    }

    init(_ description: String, _ registered: String, _ presented: String, _ isAccepted: Bool) {
      self.init(description, registered, .web, presented, isAccepted)
    }
  }

  @Test(arguments: text + ports + loopback + native) func holdsAgainstTheRegistration(_ row: Row) {
    let registration = RedirectURIRegistration(uri: row.registered, platform: row.platform)
    expectEqual(RedirectURIRules.matches(row.presented, registration), row.isAccepted)
  }

  static let text: [Row] = [
    Row("the same", "https://a.test/cb", "https://a.test/cb", true),
    Row("registered with a fragment", "https://a.test/cb#x", "https://a.test/cb", false),
    Row("registered with an empty fragment", "http://localhost/cb#", "http://localhost/cb", false),
    Row("an accent after the slashes is a host's", "msauth://\u{301}a.test/cb", "msauth:/cb", false),
    Row("scheme in capitals", "https://a.test/cb", "HTTPS://a.test/cb", true),
    Row("host in capitals", "https://a.test/cb", "https://A.TEST/cb", true),
    Row("registered in capitals", "HTTPS://A.Test/cb", "https://a.test/cb", true),
    Row("path in capitals", "https://a.test/cb", "https://a.test/CB", false),
    Row("another scheme", "https://a.test/cb", "http://a.test/cb", false),
    Row("another host", "https://a.test/cb", "https://b.test/cb", false),
    Row("a host below", "https://a.test/cb", "https://x.a.test/cb", false),
    Row("a longer host", "https://a.test/cb", "https://a.test.evil.test/cb", false),
    Row("a host with its accent by itself", "https://\u{E9}.test/cb", "https://e\u{301}.test/cb", false),
    Row("a host with the sign for kelvin", "https://K.test/cb", "https://\u{212A}.test/cb", false),
    Row("a host with a point behind", "https://a.test/cb", "https://a.test./cb", false),
    Row("a path behind", "https://a.test/cb", "https://a.test/cb/more", false),
    Row("a path before", "https://a.test/cb", "https://a.test/x/cb", false),
    Row("a path with dots", "https://a.test/cb", "https://a.test/x/../cb", false),
    Row("a path encoded", "https://a.test/cb", "https://a.test/%63b", false),
    Row("a slash behind the path", "https://a.test/cb", "https://a.test/cb/", false),
    Row("a slash left out behind the path", "https://a.test/cb/", "https://a.test/cb", false),
    Row("a slash as the path", "https://a.test", "https://a.test/", true),
    Row("a slash left out as the path", "https://a.test/", "https://a.test", true),
    Row("two slashes as the path", "https://a.test", "https://a.test//", false),
    Row("the registered query", "https://a.test/cb?x=1", "https://a.test/cb?x=1", true),
    Row("a query in capitals", "https://a.test/cb?x=a", "https://a.test/cb?x=A", false),
    Row("a query added", "https://a.test/cb", "https://a.test/cb?x=1", false),
    Row("an empty query added", "https://a.test/cb", "https://a.test/cb?", false),
    Row("a query left out", "https://a.test/cb?x=1", "https://a.test/cb", false),
    Row("a query extended", "https://a.test/cb?x=1", "https://a.test/cb?x=1&y=2", false),
    Row("a query in another order", "https://a.test/cb?x=1&y=2", "https://a.test/cb?y=2&x=1", false),
    Row("a fragment", "https://a.test/cb", "https://a.test/cb#x", false),
    Row("an empty fragment", "https://a.test/cb", "https://a.test/cb#", false),
    Row("a user name", "https://a.test/cb", "https://evil@a.test/cb", false),
    Row("the host as a user name", "https://a.test/cb", "https://a.test@evil.test/cb", false),
    Row("a backslash", "https://a.test/cb", #"https://evil.test\.a.test/cb"#, false),
    Row("a wildcard is a letter", "https://*.a.test/cb", "https://x.a.test/cb", false),
    Row("a blank before", "https://a.test/cb", " https://a.test/cb", false),
    Row("a blank behind", "https://a.test/cb", "https://a.test/cb ", false),
    Row("a line end", "https://a.test/cb", "https://a.test/cb\r\n", false),
    Row("two spellings of one letter", "https://a.test/caf\u{e9}", "https://a.test/cafe\u{301}", false),
    Row("empty", "https://a.test/cb", "", false),
    Row("relative", "https://a.test/cb", "/cb", false),
    Row("without scheme", "https://a.test/cb", "//a.test/cb", false),
  ]

  static let ports: [Row] = [
    Row("https with its port", "https://a.test/cb", "https://a.test:443/cb", true),
    Row("https registered with its port", "https://a.test:443/cb", "https://a.test/cb", true),
    Row("http with its port", "http://a.test/cb", "http://a.test:80/cb", true),
    Row("an empty port", "https://a.test/cb", "https://a.test:/cb", true),
    Row("https with http's port", "https://a.test/cb", "https://a.test:80/cb", false),
    Row("another port", "https://a.test/cb", "https://a.test:8443/cb", false),
    Row("another port, native", "https://a.test/cb", .native, "https://a.test:8443/cb", false),
    Row("the registered port", "https://a.test:8443/cb", "https://a.test:8443/cb", true),
    Row("the registered port left out", "https://a.test:8443/cb", "https://a.test/cb", false),
    Row("no number", "https://a.test/cb", "https://a.test:x/cb", false),
  ]

  static let loopback: [Row] = [
    Row("localhost, native", "http://localhost", .native, "http://localhost", true),
    Row("localhost, slash", "http://localhost", .native, "http://localhost/", true),
    Row("localhost, any port", "http://localhost", .native, "http://localhost:54321", true),
    Row("localhost, any port and slash", "http://localhost", .native, "http://localhost:54321/", true),
    Row("localhost, any port, web", "http://localhost/cb", .web, "http://localhost:3000/cb", true),
    Row("localhost, any port, spa", "http://localhost/cb", .spa, "http://localhost:3000/cb", true),
    Row("localhost, any port, https", "https://localhost/cb", .web, "https://localhost:5001/cb", true),
    Row("localhost, another than registered", "http://localhost:3000/cb", .web, "http://localhost:4000/cb", true),
    Row("localhost, the registered port left out", "http://localhost:3000/cb", .web, "http://localhost/cb", true),
    Row("localhost, the path still counts", "http://localhost/cb", .native, "http://localhost:1/other", false),
    Row("localhost, a path added", "http://localhost", .native, "http://localhost:1/cb", false),
    Row("localhost, the scheme still counts", "http://localhost", .native, "https://localhost", false),
    Row("localhost, in capitals", "http://localhost", .native, "http://LOCALHOST:1", true),
    Row("a host below localhost", "http://localhost", .native, "http://x.localhost:1", false),
    Row("127.0.0.1 is not localhost", "http://localhost", .native, "http://127.0.0.1", false),
    Row("localhost is not 127.0.0.1", "http://127.0.0.1", .native, "http://localhost", false),
    Row("127.0.0.1, native, any port", "http://127.0.0.1", .native, "http://127.0.0.1:54321", true),
    Row("127.0.0.1, native, slash", "http://127.0.0.1", .native, "http://127.0.0.1:54321/", true),
    Row("127.0.0.1, web, any port", "http://127.0.0.1/cb", .web, "http://127.0.0.1:54321/cb", false),
    Row("127.0.0.1, spa, any port", "http://127.0.0.1/cb", .spa, "http://127.0.0.1:54321/cb", false),
    Row("127.0.0.1, web, the registered port", "http://127.0.0.1:5/cb", .web, "http://127.0.0.1:5/cb", true),
    Row("127.0.0.2", "http://127.0.0.1", .native, "http://127.0.0.2", false),
    Row("[::1] never", "http://[::1]/cb", .native, "http://[::1]/cb", false),
    Row("[::1] for localhost", "http://localhost", .native, "http://[::1]", false),
  ]

  static let mobile = "30b11e00-0000-4000-8000-000000000001"

  static let native: [Row] = [
    Row("iOS", "msauth.com.example.app://auth", .native, "msauth.com.example.app://auth", true),
    Row("iOS, scheme in capitals", "msauth.com.example.App://auth", .native, "msauth.com.example.app://auth", true),
    Row("iOS, another bundle", "msauth.com.example.app://auth", .native, "msauth.com.example.app2://auth", false),
    Row("iOS, slash", "msauth.com.example.app://auth", .native, "msauth.com.example.app://auth/", true),
    Row("iOS, a path", "msauth.com.example.app://auth", .native, "msauth.com.example.app://auth/x", false),
    Row("iOS, a port", "msauth.com.example.app://auth", .native, "msauth.com.example.app://auth:1", false),
    Row("MSAL's default", "msal\(mobile)://auth", .native, "msal\(mobile)://auth", true),
    Row("MSAL's default, in capitals", "msal\(mobile)://auth", .native, "MSAL\(mobile.uppercased())://auth", true),
    Row(
      "Android, encoded", "msauth://com.example.app/ga0R%2FYH%3D", .native, "msauth://com.example.app/ga0R%2FYH%3D",
      true),
    Row(
      "Android, decoded", "msauth://com.example.app/ga0R%2FYH%3D", .native, "msauth://com.example.app/ga0R/YH=", true),
    Row(
      "Android, registered decoded", "msauth://com.example.app/ga0R/YH=", .native,
      "msauth://com.example.app/ga0R%2fYH%3d",
      true),
    Row("Android, a plus is a plus", "msauth://com.example.app/a+b", .native, "msauth://com.example.app/a%2Bb", true),
    Row(
      "Android, a plus is not a blank", "msauth://com.example.app/a+b", .native, "msauth://com.example.app/a%20b", false
    ),
    Row("Android, another signature", "msauth://com.example.app/aaaa", .native, "msauth://com.example.app/aaab", false),
    Row(
      "Android, the signature's case", "msauth://com.example.app/aaaa", .native, "msauth://com.example.app/AAAA", false),
    Row("Android, another package", "msauth://com.example.app/aaaa", .native, "msauth://com.example.app2/aaaa", false),
    Row("out of band", "urn:ietf:wg:oauth:2.0:oob", .native, "urn:ietf:wg:oauth:2.0:oob", true),
    Row("out of band, another", "urn:ietf:wg:oauth:2.0:oob", .native, "urn:ietf:wg:oauth:2.0:oob:auto", false),
    Row("out of band, in capitals", "urn:ietf:wg:oauth:2.0:oob", .native, "urn:ietf:wg:oauth:2.0:OOB", false),
    Row("a scheme of one's own", "com.example.app:/callback", .native, "com.example.app:/callback", true),
    Row("a scheme of one's own, other path", "com.example.app:/callback", .native, "com.example.app:/Callback", false),
    Row(
      "the embedded browser's page", "https://login.microsoftonline.com/common/oauth2/nativeclient", .native,
      "https://login.microsoftonline.com/common/oauth2/nativeclient", true),
  ]

  struct Form: CustomTestStringConvertible {
    let uri: String
    let isWellFormed: Bool
    var testDescription: String { uri }
  }

  @Test(arguments: [
    Form(uri: "https://a.test/cb", isWellFormed: true), Form(uri: "https://a.test", isWellFormed: true),
    Form(uri: "msauth.com.example.app://auth", isWellFormed: true),
    Form(uri: "urn:ietf:wg:oauth:2.0:oob", isWellFormed: true), Form(uri: "com.example.app:/cb", isWellFormed: true),
    Form(uri: "a.test/cb", isWellFormed: false), Form(uri: "/cb", isWellFormed: false),
    Form(uri: "https://", isWellFormed: false), Form(uri: "https:///cb", isWellFormed: false),
    Form(uri: "https:a.test", isWellFormed: false), Form(uri: "https://a.test/cb#", isWellFormed: false),
    Form(uri: "https://a.test/c b", isWellFormed: false), Form(uri: "1https://a.test", isWellFormed: false),
    Form(uri: ":", isWellFormed: false), Form(uri: "HTTPS:x", isWellFormed: false),
    Form(uri: "https://u:p@a.test/", isWellFormed: false), Form(uri: "https://a.test/\u{1}", isWellFormed: false),
  ]) func wantsAnAbsoluteURI(_ row: Form) { expectEqual(RedirectURIRules.isWellFormed(row.uri), row.isWellFormed) }

  @Test func theFirstOfSeveralDecidesThePlatform() {
    let registrations = [
      RedirectURIRegistration(uri: "http://localhost:3000", platform: .spa),
      RedirectURIRegistration(uri: "http://localhost:4000", platform: .web),
    ]
    expectEqual(RedirectURIRules.match("http://localhost:4000", among: registrations)?.platform, .spa)
    expectEqual(RedirectURIRules.match("http://localhost:4000", among: registrations.reversed())?.platform, .web)
    expectNil(RedirectURIRules.match("http://localhost/x", among: registrations))
  }
}
