import Bytes
import Expectations
import HTTPClient
import JSON
import Policy
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// `signIn` of the control API: a user signs in without a browser.
struct SignInCallTests {
  private static let login = "https://login.microsoftonline.com"

  private static func url(
    _ tenant: String = "contoso.onmicrosoft.com", client: String = SignInCallTests.mobile, more: String = "",
    mode: String = "query"
  ) -> String {
    "\(login)/\(tenant)/oauth2/v2.0/authorize?client_id=\(client)&response_type=code"
      + "&redirect_uri=http%3A%2F%2Flocalhost&scope=User.Read%20openid&state=s1&response_mode=\(mode)"
      + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&nonce=n\(more)"
  }

  private static let mobile = "30b11e00-0000-4000-8000-000000000001"

  private static func ask(
    _ client: HTTPClient, _ server: some Reachable, _ order: JSONObject, world: String? = nil
  ) throws -> (status: Int, answer: JSONValue) {
    let answer = try client.post(
      "\(server.endpoints.control)/worlds/\(world ?? server.world.name)/signIn", JSONValue.object(order).text)
    return (answer.status, try JSONValue.parse(answer.body))
  }

  @Test(arguments: ["query", "fragment", "form_post"]) func givesTheRedirect(_ mode: String) throws {
    try Running.world { server, client in
      let (status, answer) = try Self.ask(client, server, ["url": .string(Self.url(mode: mode)), "user": "bob"])
      try #require(status == 200, "\(answer.text)")
      expectEqual(answer["redirectUri"]?.string?.hasPrefix("http://localhost"), true)
      expectEqual(answer["parameters"]?["state"]?.string, "s1")
      let code = try #require(answer["parameters"]?["code"]?.string)
      expectEqual(answer["url"]?.string?.contains("code=\(code.prefix(8))"), true)
      let journal = try JSONValue.parse(try client.get(server.endpoints.control + "/exchanges").body)["exchanges"]?
        .array
      expectEqual(journal?.count, 1)
      expectEqual(journal?.first?["user"]?["alias"]?.string, "bob")
      expectEqual(journal?.first?["host"]?.string, "login.microsoftonline.com")
      expectEqual(journal?.first?["events"]?.array?.contains("signIn"), true)

      let token = try client.post(
        "\(server.endpoints.https)/contoso.onmicrosoft.com/oauth2/v2.0/token",
        "grant_type=authorization_code&client_id=\(Self.mobile)&redirect_uri=http%3A%2F%2Flocalhost&code=\(Percent.encode(code))"
          + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
        [("Host", "login.microsoftonline.com"), ("Mockidp-World", server.world.name)])
      expectEqual(token.status, 200, "\(token.text)")
    }
  }

  @Test func theSessionKeepsTheUserSignedIn() throws {
    try Running.world { server, client in
      let first = try Self.ask(client, server, ["url": .string(Self.url()), "user": "bob"]).answer
      let session = try #require(first["session"]?.string)
      #expect(session.contains("="))
      let silent = Self.url(more: "&prompt=none")
      let second = try Self.ask(client, server, ["url": .string(silent), "session": .string(session)]).answer
      expectNotNil(second["parameters"]?["code"], "\(second.text)")
      let stranger = try Self.ask(client, server, ["url": .string(silent)]).answer
      expectEqual(stranger["parameters"]?["error"]?.string, "login_required")
    }
  }

  /// The name is none of the server's, but the caller has reached it by that.
  @Test func takesTheAddressThatItWasCalledBy() throws {
    var options = try Running.options()
    options.controlToken = "s3cret"
    try Running.server(options) { server, client in
      let fields = [("Host", "10.1.2.3:9443"), ("Authorization", "Bearer s3cret")]
      func get(_ path: String) throws -> JSONValue {
        try JSONValue.parse(
          client.send(method: "GET", url: server.endpoints.control + path, fields: fields, body: []).body)
      }
      let authority = try #require(get("/worlds/default")["authority"]?.string)
      #expect(authority.hasPrefix("https://10.1.2.3:9443/"))
      let url = authority + Self.url().dropFirst("\(Self.login)/contoso.onmicrosoft.com".count)
      func signIn(_ url: String) throws -> Int {
        try client.send(
          method: "POST", url: "\(server.endpoints.control)/signIn", fields: fields,
          body: Array(JSONValue.object(["url": .string(url), "user": "bob"]).text.utf8)
        ).status
      }
      try expectEqual(signIn(url), 200)
      try expectEqual(signIn(url.replacing("10.1.2.3", with: "10.1.2.4")), 400)
    }
  }

  struct AnswerCase: CustomTestStringConvertible {
    let words: JSONObject
    let error: String
    var testDescription: String { JSONValue.object(words).text }
  }

  @Test(arguments: [
    AnswerCase(words: ["cancel": true], error: "access_denied"),
    AnswerCase(words: ["consent": "decline"], error: "consent_required"),
    AnswerCase(words: ["mfa": "fail", "user": "bob"], error: "access_denied"),
  ])
  func theUserMayDoOtherwise(_ c: AnswerCase) throws {
    try Running.world { server, client in
      _ = try client.send(
        method: "PATCH", url: server.endpoints.control + "/users/bob", fields: [],
        body: Array(#"{"mfa": "required"}"#.utf8))
      let more = c.words["consent"] == nil ? "" : "&prompt=consent"
      let order = JSONObject(c.words.members + [.init(name: "url", value: .string(Self.url(more: more)))])
      let (status, answer) = try Self.ask(client, server, order)
      expectEqual(status, 200)
      expectEqual(answer["parameters"]?["error"]?.string, c.error, "\(answer.text)")
    }
  }

  @Test func aSignInThatEndsOnAPageIsAConflict() throws {
    try Running.world { server, client in
      _ = try client.post(server.endpoints.control + "/users/bob/disable", "")
      let (status, answer) = try Self.ask(client, server, ["url": .string(Self.url()), "user": "bob"])
      expectEqual(status, 409)
      expectEqual(answer["type"]?.string, "urn:mockidp:problem:no-arrival")
      expectEqual(answer["detail"]?.string?.contains("AADSTS50057"), true, "\(answer.text)")
    }
  }

  @Test func aLockedUserDoesNotGetIn() throws {
    try Running.world { server, client in
      _ = try client.post(server.endpoints.control + "/users/bob/lock", "")
      let (status, answer) = try Self.ask(client, server, ["url": .string(Self.url()), "user": "bob"])
      expectEqual(status, 409)
      let detail = try #require(answer["detail"]?.string)
      #expect(detail.contains("AADSTS50053") && !detail.hasSuffix(".."), "\(answer.text)")
      expectEqual(answer["remedy"]?.string?.contains("mockidp explain AADSTS50053"), true)
      expectEqual(
        answer["remedy"]?.string?.contains("Wait, or unlock the account. 'mockidp user unlock bob'."), true,
        "\(answer.text)")
      _ = try client.post(server.endpoints.control + "/users/bob/unlock", "")
      try expectEqual(Self.ask(client, server, ["url": .string(Self.url()), "user": "bob"]).status, 200)
    }
  }

  @Test(arguments: [
    "https://example.com/common/oauth2/v2.0/authorize?client_id=a", "/common/oauth2/v2.0/authorize", "nothing",
  ])
  func otherAddressesAreRefused(_ url: String) throws {
    try Running.world { server, client in
      let (status, answer) = try Self.ask(client, server, ["url": .string(url)])
      expectEqual(status, 400)
      #expect(
        answer["pointer"]?.string == "#/url" || answer["detail"]?.string?.contains("url") == true, "\(answer.text)")
    }
  }

  @Test func happensInTheWorldThatThePathNames() throws {
    try Running.server(try Running.options()) { server, client in
      let world = try WorldServerTests.make(client, server, #"{"name": "t1", "overrides": {"signIn": "auto"}}"#)
      let tenant = try #require(world["tenants"]?.array?.first { $0["main"]?.bool == true }?["id"]?.string)
      let (status, answer) = try Self.ask(client, server, ["url": .string(Self.url(tenant))], world: "t1")
      expectEqual(status, 200, "\(answer.text)")
      let counts = try ["default", "t1"].map { name in
        try JSONValue.parse(try client.get("\(server.endpoints.control)/worlds/\(name)/exchanges").body)["exchanges"]?
          .array?.count
      }
      expectEqual(counts, [0, 1])
    }
  }

  @Test func healthNamesTheHostsAndThePlainPort() throws {
    try Running.server(try Running.options { $0.cloud = .usGovernment }) { server, client in
      let health = try JSONValue.parse(try client.get(server.endpoints.control + "/health").body)
      expectEqual(health["hosts"]?.array?.first?.string, "login.microsoftonline.us")
      expectEqual(health["hosts"]?.array?.contains("login.microsoftonline.com"), true)
      expectEqual(health["http"]?.string, server.endpoints.http)
    }
  }
}
