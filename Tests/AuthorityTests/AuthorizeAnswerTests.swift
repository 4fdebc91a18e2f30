import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JOSE
import JSON
import TestSupport
import Testing
import Worlds

/// How answers of authorize travel to the app, byte by byte.
struct AuthorizeAnswerTests {
  /// A refusal that needs no user: nobody is signed in and no page may be shown.
  static func silent(_ client: TestClient = .web, _ changes: [(String, String?)] = []) -> AuthorizeQuery {
    AuthorizeQuery(client, [("prompt", "none")] + changes)
  }

  /// A browser that was here before; without any cookie of the service the text is longer.
  static let cookies = [("Cookie", "fpc=AbCd")]

  /// What Entra makes of the description of 50058.
  static func description(_ answer: TestAnswer) -> String {
    "AADSTS50058%3a+A+silent+sign-in+request+was+sent+but+no+user+is+signed+in.+Trace+ID%3a+"
      + "\(answer.exchange.traceID)+Correlation+ID%3a+\(answer.exchange.correlationID)+Timestamp%3a+2026-01-31+"
      + "10%3a20%3a30Z"
  }

  static let uri = "error_uri=https%3a%2f%2flogin.microsoftonline.com%2ferror%3fcode%3d50058"

  @Test func aRefusalByQueryIsTheServicesBytes() throws {
    let answer = try TestWorld().send("GET", Self.silent().target, fields: Self.cookies)
    expectEqual(
      answer.location,
      "http://localhost/auth/callback?error=login_required&error_description=\(Self.description(answer))&\(Self.uri)"
        + "&state=12345#")
    expectEqual(answer.status, 302)
    expectEqual(answer.text, "")
    expectEqual(answer.fields["Cache-Control"], "no-store, no-cache")
    expectNil(answer.fields["X-Frame-Options"])
  }

  @Test func aRefusalByFragmentIsTheServicesBytes() throws {
    let answer = try TestWorld().send(
      "GET", Self.silent(.web, [("response_mode", "fragment")]).target, fields: Self.cookies)
    expectEqual(
      answer.location,
      "http://localhost/auth/callback#error=login_required&error_description=\(Self.description(answer))&\(Self.uri)"
        + "&state=12345")
  }

  @Test func aRefusalByFormIsAsRecorded() throws {
    let answer = try TestWorld().send("GET", Self.silent(.web, [("response_mode", "form_post")]).target)
    expectEqual(answer.status, 200)
    let delivered = try #require(answer.delivered)
    expectEqual(delivered.address, "http://localhost/auth/callback")
    expectEqual(delivered.parameters.names, ["error", "error_description", "error_uri", "state"])
    #expect(delivered["error_description"]?.contains(" Trace ID: ") ?? false)
    expectEqual(HTMLForm(in: answer.text)?.method, "POST")
    #expect(answer.text.contains("name=\"hiddenform\""))
  }

  @Test func withoutStateNoStateComesBack() throws {
    for mode in ["query", "fragment", "form_post"] {
      let answer = try TestWorld().send("GET", Self.silent(.web, [("state", nil), ("response_mode", mode)]).target)
      expectEqual(answer.delivered?.parameters.names, ["error", "error_description", "error_uri"])
    }
  }

  // MARK: State

  struct State: CustomTestStringConvertible {
    let testDescription: String
    /// As the client encodes it.
    let sent: String
    /// As it comes back in a Location.
    let returned: String
    let value: String
  }

  static let states = [
    State(testDescription: "letters", sent: "abcXYZ-._", returned: "abcXYZ-._", value: "abcXYZ-._"),
    State(testDescription: "a bar", sent: "a%7Cb", returned: "a%7cb", value: "a|b"),
    State(testDescription: "a bar as it is", sent: "a|b", returned: "a%7cb", value: "a|b"),
    State(testDescription: "an equals sign", sent: "a=b%3D", returned: "a%3db%3d", value: "a=b="),
    State(testDescription: "a plus", sent: "a%2Bb", returned: "a%2bb", value: "a+b"),
    State(testDescription: "a blank as plus", sent: "a+b", returned: "a+b", value: "a b"),
    State(testDescription: "a blank encoded", sent: "a%20b", returned: "a+b", value: "a b"),
    State(testDescription: "a percent sign", sent: "50%25", returned: "50%25", value: "50%"),
    State(testDescription: "an encoded text", sent: "%2525", returned: "%2525", value: "%25"),
    State(testDescription: "a slash", sent: "a/b", returned: "a%2fb", value: "a/b"),
    State(testDescription: "a letter beyond ASCII", sent: "%C3%A9", returned: "%c3%a9", value: "\u{e9}"),
    State(testDescription: "the same in two parts", sent: "e%CC%81", returned: "e%cc%81", value: "e\u{301}"),
    State(testDescription: "an ampersand and a hash", sent: "%26%23", returned: "%26%23", value: "&#"),
    State(testDescription: "markup", sent: "%3Cb%3E%22'", returned: "%3cb%3e%22%27", value: "<b>\"'"),
    State(testDescription: "a line end", sent: "a%0D%0Ab", returned: "a%0d%0ab", value: "a\r\nb"),
    State(testDescription: "an emoji", sent: "%F0%9F%94%91", returned: "%f0%9f%94%91", value: "\u{1f511}"),
    State(testDescription: "what MSAL sends", sent: "eyJ%3D%3D%7Cx", returned: "eyJ%3d%3d%7cx", value: "eyJ==|x"),
    State(testDescription: "empty", sent: "", returned: "", value: ""),
  ]

  @Test(arguments: states) func stateComesBackByteForByte(_ row: State) throws {
    let test = try TestWorld()
    let query = Self.silent(.web, [("state", nil)]).target + "&state=" + row.sent
    #expect(try test.send("GET", query).location?.hasSuffix("&state=\(row.returned)#") ?? false)
    #expect(
      try test.send("GET", query + "&response_mode=fragment").location?.hasSuffix("&state=\(row.returned)") ?? false)
    let form = try test.send("GET", query + "&response_mode=form_post")
    expectEqual(Array((form.delivered?["state"] ?? "?").utf8), Array(row.value.utf8))
  }

  // MARK: Where it goes

  struct Address: CustomTestStringConvertible {
    let registered: String
    var platform = RedirectURIRegistration.Platform.native
    let presented: String
    /// What stands in front of `error=`, by query and by fragment.
    let query: String
    let fragment: String
    var testDescription: String { presented }
  }

  @Test(arguments: [
    Address(
      registered: "https://a.test", platform: .web, presented: "https://a.test", query: "https://a.test/?",
      fragment: "https://a.test/#"),
    Address(
      registered: "https://a.test", platform: .web, presented: "https://a.test/", query: "https://a.test/?",
      fragment: "https://a.test/#"),
    Address(
      registered: "https://a.test/cb", platform: .web, presented: "HTTPS://A.test/cb", query: "HTTPS://A.test/cb?",
      fragment: "HTTPS://A.test/cb#"),
    Address(
      registered: "https://a.test/cb?x=1", platform: .web, presented: "https://a.test/cb?x=1",
      query: "https://a.test/cb?x=1&", fragment: "https://a.test/cb?x=1#"),
    Address(
      registered: "http://localhost", presented: "http://localhost:54321", query: "http://localhost:54321/?",
      fragment: "http://localhost:54321/#"),
    Address(
      registered: "msauth.com.example.app://auth", presented: "msauth.com.example.app://auth",
      query: "msauth.com.example.app://auth?", fragment: "msauth.com.example.app://auth#"),
    Address(
      registered: "msauth://com.example/ga0%3D", presented: "msauth://com.example/ga0%3D",
      query: "msauth://com.example/ga0%3D?", fragment: "msauth://com.example/ga0%3D#"),
    Address(
      registered: "com.example.app:/cb", presented: "com.example.app:/cb", query: "com.example.app:/cb?",
      fragment: "com.example.app:/cb#"),
  ]) func keepsTheSpellingOfTheRedirectURI(_ row: Address) throws {
    let test = try TestWorld(directory: { directory in
      if let id = Application.ID(TestClient.mobile.id) {
        directory.updateApplication(id) {
          $0.redirectURIs = [RedirectURIRegistration(uri: row.registered, platform: row.platform)]
        }
      }
    })
    let query = try test.send("GET", Self.silent(.mobile, [("redirect_uri", row.presented)]).target)
    #expect(query.location?.hasPrefix(row.query + "error=") ?? false, "\(query.location ?? "")")
    #expect(query.location?.hasSuffix("#") ?? false)
    let fragment = try test.send(
      "GET", Self.silent(.mobile, [("redirect_uri", row.presented), ("response_mode", "fragment")]).target)
    #expect(fragment.location?.hasPrefix(row.fragment + "error=") ?? false, "\(fragment.location ?? "")")
    let form = try test.send(
      "GET", Self.silent(.mobile, [("redirect_uri", row.presented), ("response_mode", "form_post")]).target)
    // A form goes to the address as it is.
    expectEqual(form.delivered?.address, row.presented)
  }

  @Test func withoutARedirectURITheFirstRegisteredOneIsCalled() throws {
    let test = try TestWorld(directory: { directory in
      if let id = Application.ID(TestClient.mobile.id) {
        directory.updateApplication(id) {
          $0.redirectURIs = ["http://localhost/first", "http://localhost/second"].map {
            RedirectURIRegistration(uri: $0, platform: .native)
          }
        }
      }
    })
    let answer = try test.send("GET", Self.silent(.mobile, [("redirect_uri", nil)]).target)
    #expect(answer.location?.hasPrefix("http://localhost/first?error=") ?? false, "\(answer.location ?? "")")
  }

  /// Microsoft's own clients still have such an address.
  @Test func outOfBandAnswersStandInTheTitle() throws {
    let test = try TestWorld()
    let oob = "urn:ietf:wg:oauth:2.0:oob"
    let client = TestClient(
      alias: "azure-powershell", id: "1950a258-227b-4e31-a9cf-717495945fc2", redirectURI: oob, platform: .native)
    let refused = try test.send("GET", Self.silent(client).target)
    expectEqual(refused.status, 200)
    expectNil(refused.location)
    #expect(refused.text.contains("<title>error=login_required&amp;error_description=AADSTS50058%3a+"))
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(client, scope: "https://management.core.windows.net//.default openid"))
    let answer = try browser.enter("alice")
    let title = try #require(answer.text.firstRange(of: "<title>code=1.A"))
    let code = answer.text[title.upperBound...].prefix { $0 != "&" }
    try expectEqual(test.redeem("1.A" + code, by: client).status, 200)
  }

  @Test func theNativeClientsPageIsServed() throws {
    for path in [
      "/common/oauth2/nativeclient", "/contoso.com/OAuth2/NativeClient", "/common/oauth2/nativeclient?code=x",
    ] {
      let answer = try TestWorld().send("GET", path)
      expectEqual(answer.status, 200)
      expectEqual(answer.fields["Content-Type"], "text/html; charset=utf-8")
    }
  }

  // MARK: Success

  /// What a web app that may do everything is answered.
  static func deliver(_ type: String, _ changes: [(String, String?)] = []) throws -> (TestWorld, TestAnswer) {
    let test = try TestWorld(directory: { directory in
      if let id = Application.ID(TestClient.web.id) {
        directory.updateApplication(id) { $0.issuesAccessTokensFromAuthorize = true }
      }
    })
    let browser = TestBrowser(test)
    try browser.open(AuthorizeQuery(.web, [("response_type", type), ("client_info", "1")] + changes))
    return (test, try browser.enter("alice"))
  }

  struct Success: CustomTestStringConvertible {
    let type: String
    var mode: TestAnswer.Delivered.Mode?
    let delivered: TestAnswer.Delivered.Mode
    let names: [String]
    var testDescription: String { "\(type) \(mode?.rawValue ?? "")" }
  }

  static let tokenNames = ["access_token", "token_type", "expires_in", "scope"]

  @Test(arguments: [
    Success(type: "code", delivered: .query, names: ["code"]),
    Success(type: "code", mode: .query, delivered: .query, names: ["code"]),
    Success(type: "code", mode: .fragment, delivered: .fragment, names: ["code"]),
    Success(type: "code", mode: .formPost, delivered: .formPost, names: ["code"]),
    Success(type: "id_token", delivered: .fragment, names: ["id_token"]),
    Success(type: "id_token", mode: .fragment, delivered: .fragment, names: ["id_token"]),
    Success(type: "id_token", mode: .formPost, delivered: .formPost, names: ["id_token"]),
    Success(type: "token", delivered: .fragment, names: tokenNames),
    Success(type: "id_token token", delivered: .fragment, names: tokenNames + ["id_token"]),
    Success(type: "token id_token", mode: .formPost, delivered: .formPost, names: tokenNames + ["id_token"]),
    Success(type: "code id_token", delivered: .fragment, names: ["code", "id_token"]),
    Success(type: "id_token code", mode: .formPost, delivered: .formPost, names: ["code", "id_token"]),
    Success(type: "code token", delivered: .fragment, names: ["code"] + tokenNames),
    Success(type: "code id_token token", delivered: .fragment, names: ["code"] + tokenNames + ["id_token"]),
  ]) func answersEveryTypeInEveryMode(_ row: Success) throws {
    let (test, answer) = try Self.deliver(row.type, [("response_mode", row.mode?.rawValue)])
    let delivered = try #require(answer.delivered, "\(answer.exchange.reasons)")
    expectEqual(delivered.mode, row.delivered)
    expectEqual(delivered.address, "http://localhost/auth/callback")
    expectEqual(delivered.parameters.names, row.names + ["client_info", "state", "session_state"])
    expectEqual(delivered["state"], "12345")
    expectNotNil(delivered["session_state"].flatMap { GUID($0) })
    if row.names.contains("access_token") {
      expectEqual(delivered["token_type"], "Bearer")
      expectEqual(delivered["expires_in"], "3599")
      expectEqual(delivered["scope"], "email openid profile Mail.Read User.Read")
    }
    if let text = delivered["id_token"] {
      let claims = try #require(try JWS.parse(text).payload.object)
      expectEqual(claims["nonce"], "n-0S6")
      expectEqual(claims["sid"]?.string, delivered["session_state"])
      expectEqual(claims["c_hash"]?.string, delivered["code"].map { JWS.leftHalfHash(of: $0) })
      expectEqual(claims["at_hash"]?.string, delivered["access_token"].map { JWS.leftHalfHash(of: $0) })
    }
    if let code = delivered["code"] {
      let body = try test.redeem(code, by: .web).json
      try expectNil(body.claims("id_token")["c_hash"])
      try expectNil(body.claims("id_token")["at_hash"])
    }
  }

  @Test func aCodeIsTheServicesBytes() throws {
    let (_, answer) = try Self.deliver("code")
    let delivered = try #require(answer.delivered)
    let code = try #require(delivered["code"])
    let info = try #require(delivered["client_info"])
    let session = try #require(delivered["session_state"])
    expectEqual(
      answer.location,
      "http://localhost/auth/callback?code=\(code)&client_info=\(info)&state=12345&session_state=\(session)#")
  }

  @Test func clientInfoComesOnlyWhenAsked() throws {
    try expectNil(Self.deliver("code", [("client_info", nil)]).1.delivered?["client_info"])
    try expectNil(Self.deliver("code", [("client_info", "0")]).1.delivered?["client_info"])
    let info = try #require(try Self.deliver("code").1.delivered?["client_info"])
    let bytes = try #require(Base64.decode(info))
    expectEqual(
      String(decoding: bytes, as: UTF8.self),
      "{\"uid\":\"a11ce000-0000-4000-8000-000000000001\",\"utid\":\"\(TestWorld.contoso)\"}")
  }

  @Test(arguments: ["", "common", "contoso.com", TestWorld.contoso, "ORGANIZATIONS"])
  func isFoundByEverySpelling(_ tenant: String) throws {
    let tenant = tenant.isEmpty ? "Common" : tenant
    try expectEqual(TestWorld().send("GET", AuthorizeQuery(.web, tenant: tenant).target).pageID, "ConvergedSignIn")
  }

  @Test(arguments: ["/COMMON/OAUTH2/V2.0/AUTHORIZE", "/common/oauth2/v2.0/authorize/"])
  func isFoundByEveryPath(_ path: String) throws {
    let answer = try TestWorld().send("GET", path + "?" + AuthorizeQuery(.web).fields.query)
    expectEqual(answer.pageID, "ConvergedSignIn")
  }

  @Test func ignoresWhatLibrariesAdd() throws {
    let extras = [
      "x-client-SKU", "x-client-VER", "x-client-OS", "x-client-CPU", "x-app-name", "x-app-ver", "x-ms-lib-capability",
      "return-client-request-id", "haschrome", "nux", "X-AnchorMailbox", "nativebroker", "sso_reload", "slice", "dc",
      "acr_values", "ui_locales", "mkt", "display", "id_token_hint", "instance_aware", "anything",
    ].map { ($0, Optional("x")) }
    try expectEqual(TestWorld().send("GET", AuthorizeQuery(.web, extras).target).pageID, "ConvergedSignIn")
  }
}
