import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

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

  /// One set of fields.
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var method = "GET"
    let target: String
    var sent: [(String, String)] = []
    /// The names beside those that every answer has, in any order.
    let names: Set<String>
    let cookies: [String]
  }

  private static let every: Set<String> = [
    "X-Content-Type-Options", "P3P", "x-ms-request-id", "x-ms-ests-server", "x-ms-srs", "X-XSS-Protection",
    "Content-Security-Policy-Report-Only", "Set-Cookie",
  ]
  private static let unkept: Set<String> = ["Cache-Control", "Pragma", "Expires", "Content-Type"]
  private static let crossOrigin: Set<String> = ["Access-Control-Allow-Origin", "Access-Control-Allow-Methods"]
  private static let gateway = ["x-ms-gateway-slice", "stsservicecookie"]
  private static let id = "6a8f6c0d-5a4c-4b8e-8f57-0d6f8a2b9e11"

  @Test(arguments: [
    Row(
      testDescription: "a document", target: "/common/v2.0/.well-known/openid-configuration",
      names: crossOrigin.union(["Cache-Control", "Content-Type"]), cookies: ["fpc"] + gateway),
    Row(
      testDescription: "a refusal of a document", target: "/nowhere.test/v2.0/.well-known/openid-configuration",
      names: crossOrigin.union(["Cache-Control", "Content-Type"]), cookies: ["fpc"] + gateway),
    Row(
      testDescription: "a realm", target: "/common/userrealm/alice@contoso.com?api-version=1.0",
      sent: [("client-request-id", id)], names: unkept.union(["Content-Disposition", "client-request-id"]),
      cookies: ["fpc"] + gateway),
    Row(
      testDescription: "the token endpoint", method: "POST", target: "/common/oauth2/v2.0/token", names: unkept,
      cookies: ["fpc"] + gateway),
    Row(
      testDescription: "the token endpoint for a page", method: "POST", target: "/common/oauth2/v2.0/token",
      sent: [("Origin", "http://localhost"), ("x-client-SKU", "msal.js.browser"), ("Cookie", "fpc=x")],
      names: unkept.union(crossOrigin).union(["Access-Control-Expose-Headers", "Referrer-Policy", "x-ms-clitelem"]),
      cookies: gateway),
    Row(
      testDescription: "a device code", method: "POST", target: "/common/oauth2/v2.0/devicecode", names: unkept,
      cookies: ["fpc", "esctx"] + gateway),
    Row(
      testDescription: "a page", target: "/common/oauth2/v2.0/authorize",
      names: unkept.union([
        "Referrer-Policy", "X-DNS-Prefetch-Control", "X-Frame-Options", "Content-Security-Policy", "x-ms-error-code",
      ]), cookies: ["buid", "esctx-", "fpc", "esctx"] + gateway),
    Row(
      testDescription: "a frame", target: "/common/oauth2/checksession",
      names: unkept.union(["Referrer-Policy", "Content-Security-Policy"]), cookies: ["fpc"] + gateway),
    Row(
      testDescription: "a redirect", target: AuthorizeAnswerTests.silent().target,
      names: unkept.union(["Referrer-Policy", "Location"]).subtracting(["Content-Type"]), cookies: ["fpc"] + gateway),
    Row(
      testDescription: "a method that is not there", method: "PUT", target: "/common/oauth2/v2.0/authorize",
      names: ["Cache-Control", "Allow", "Access-Control-Allow-Origin", "Access-Control-Allow-Methods"],
      cookies: ["x-ms-gateway-slice"]),
  ]) func areOneSet(_ row: Row) throws {
    let answer = try TestWorld().send(row.method, row.target, fields: row.sent)
    var names: Set<String> = []
    for field in answer.fields { names.insert(field.name) }
    expectEqual(names.subtracting(Self.every), row.names)
    expectEqual(Self.every.subtracting(names), [])
    let cookies = answer.fields.all("Set-Cookie").map { cookie in
      cookie.hasPrefix("esctx-") ? "esctx-" : String(cookie.prefix { $0 != "=" })
    }
    expectEqual(cookies, row.cookies)
  }

  @Test func aRulesAnswerHasThemTooAndItsOwnFirst() throws {
    let test = try TestWorld(
      file: "rules: [{ when: { endpoint: token }, then: { respond: { status: 429, headers: { P3P: mine } } } }]")
    let answer = try test.send("POST", "/common/oauth2/v2.0/token")
    expectEqual(answer.text, "Too Many Requests")
    expectEqual(answer.fields.all("P3P"), ["mine"])
    expectEqual(answer.fields["x-ms-srs"], "1.P")
    expectNil(answer.fields["Pragma"])
  }

  /// One value in both policies of a page and in its scripts.
  @Test func theScriptsOfAPageAreAllowedByBothPolicies() throws {
    let answer = try TestWorld().send("GET", "/common/oauth2/v2.0/authorize")
    let policy = try #require(answer.fields["Content-Security-Policy"])
    let nonce = try #require(policy.split(separator: "'nonce-").last?.prefix { $0 != "'" })
    expectEqual(nonce.utf8.count, 22)
    #expect(answer.fields["Content-Security-Policy-Report-Only"]?.contains("'nonce-\(nonce)'") == true)
    #expect(answer.text.contains("nonce=\"\(nonce)\""))
  }

  @Test func cookiesOfASignInAreOfTheDomain() throws {
    let test = try TestWorld(scenario: { $0.settings.signIn = .auto })
    let answer = try test.send("GET", AuthorizeQuery(.web).target, origin: Origin(of: .global))
    let set = answer.fields.all("Set-Cookie")
    for name in ["ESTSAUTH", "ESTSAUTHLIGHT"] {
      let cookie = try #require(set.first { $0.hasPrefix(name + "=") })
      #expect(cookie.contains("; domain=.login.microsoftonline.com; path=/; secure; "), "\(cookie)")
    }
    #expect(!set.contains { $0.hasPrefix("fpc=") && $0.contains("domain") })
  }
}
