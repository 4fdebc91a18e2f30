import JSON
import Scenarios
import Testing

@testable import Intake

/// HTTP archives of the real service, in the shapes in which tools write them, become scenarios in which the same happens.
struct ArchiveTests {
  /// One exchange of an archive, before a tool has given it its shape.
  struct Exchange: Sendable {
    var method = "GET"
    var url: String
    var status = 200
    var form: String?
    var location: String?
    var body = ""
    var origin: String?

    static func authorize(_ query: String = "", status: Int = 200, to location: String? = nil, page: String = "")
      -> Exchange
    {
      Exchange(
        url:
          "\(Self.login)/authorize?client_id=\(Id.app)&redirect_uri=http%3A%2F%2Flocalhost%3A3000&scope=openid%20User.Read\(query)",
        status: location == nil ? status : 302, location: location, body: page)
    }

    static func page(_ id: String, _ code: Int? = nil, form: String? = nil) -> Exchange {
      Exchange(
        method: "POST", url: "https://login.microsoftonline.com/common/login",
        form: form ?? "login=alice%40contoso.com&passwd=\(secret)",
        body: "<script>$Config={\"pgid\":\"\(id)\",\"sErrorCode\":\"\(code.map { "\($0)" } ?? "")\"};</script>")
    }

    static let code = Exchange(
      method: "POST", url: "https://login.microsoftonline.com/common/login", status: 302,
      form: "login=alice%40contoso.com&passwd=\(secret)",
      location: "http://localhost:3000/?code=\(secret)&state=\(secret)")

    static func tokens(_ grant: String = "authorization_code", _ more: String = "") -> Exchange {
      Exchange(
        method: "POST", url: "\(login)/token", form: "client_id=\(Id.app)&grant_type=\(grant)&code=\(secret)\(more)",
        body: #"{"access_token":"\#(secret)","refresh_token":"\#(secret)","id_token":"\#(token)","scope":"User.Read"}"#)
    }

    static func refused(_ code: Int, _ grant: String = "refresh_token", _ word: String = "invalid_grant") -> Exchange {
      Exchange(
        method: "POST", url: "\(login)/token", status: 400,
        form: "client_id=\(Id.app)&grant_type=\(grant)&refresh_token=\(secret)",
        body: #"{"error":"\#(word)","error_description":"AADSTS\#(code): words","error_codes":[\#(code)]}"#)
    }

    private static let login = "https://login.microsoftonline.com/\(Id.tenant)/oauth2/v2.0"
    /// Stands wherever an archive has something that must not get out.
    static let secret = "s3cr3t-value-of-the-archive"
    /// A token of Alice's, whose signature is not there any more.
    private static let token =
      "eyJhbGciOiJSUzI1NiJ9.eyJvaWQiOiJhMTFjZTAwMC0wMDAwLTQwMDAtODAwMC0wMDAwMDAwMDAwMDEiLCJ0aWQiOiIwYjE3ZGQ2Ni0yYTllLTRlNjEtOTdhMi1jNTJlM2UwZTBhMTEiLCJwcmVmZXJyZWRfdXNlcm5hbWUiOiJhbGljZUBjb250b3NvLmNvbSIsIm5hbWUiOiJBbGljZSBBcmNoZXIifQ."
  }

  /// How a tool writes an exchange.
  enum Tool: CaseIterable, Sendable {
    case chromium, firefox, fiddler, mitmproxy

    func archive(_ exchanges: [Exchange]) -> [UInt8] {
      let entries = exchanges.enumerated().map { entry($1, $0) }
      let tunnel: [JSONValue] =
        self == .fiddler
        ? [
          [
            "request": ["method": "CONNECT", "url": "http://login.microsoftonline.com:443"],
            "response": ["status": 200],
          ]
        ] : []
      let log: JSONValue = [
        "log": ["version": "1.2", "creator": ["name": "tool"], "entries": .array(tunnel + entries)]
      ]
      let mark: [UInt8] = self == .fiddler ? [0xEF, 0xBB, 0xBF] : []
      return mark + Array(log.prettyText.utf8)
    }

    private func entry(_ exchange: Exchange, _ index: Int) -> JSONValue {
      let second = index < 10 ? "0\(index)" : "\(index)"
      var request: JSONObject = [
        "method": .string(exchange.method), "url": .string(exchange.url),
        "cookies": [["name": "ESTSAUTH", "value": .string(Exchange.secret)]],
      ]
      var fields: [JSONValue] = [["name": "Cookie", "value": .string("ESTSAUTH=\(Exchange.secret)")]]
      if let origin = exchange.origin {
        fields.append(["name": .string(self == .mitmproxy ? "origin" : "Origin"), "value": .string(origin)])
      }
      request.append("headers", .array(fields))
      if let form = exchange.form {
        let pairs: [JSONValue] = form.split(separator: "&").map { pair in
          let parts = pair.split(separator: "=", maxSplits: 1)
          return ["name": .string(String(parts[0])), "value": .string(parts.count > 1 ? String(parts[1]) : "")]
        }
        request.append(
          "postData",
          self == .firefox
            ? ["mimeType": "application/x-www-form-urlencoded", "params": .array(pairs)]
            : ["text": .string(form), "params": []])
      }
      var response: JSONObject = ["status": .integer(Int64(exchange.status))]
      let location = exchange.location ?? ""
      if self == .chromium || self == .firefox {
        response.append("redirectURL", .string(location))
        response.append("headers", [])
      } else {
        response.append(
          "headers",
          location.isEmpty
            ? [] : [["name": .string(self == .mitmproxy ? "location" : "Location"), "value": .string(location)]])
        response.append("redirectURL", "")
      }
      let content: JSONValue =
        self == .mitmproxy
        ? ["encoding": "base64", "text": .string(Self.base64(exchange.body))] : ["text": .string(exchange.body)]
      response.append("content", content)
      let time = self == .firefox ? "2026-01-05T10:00:\(second).123+01:00" : "2026-01-05T09:00:\(second).123Z"
      return ["startedDateTime": .string(time), "request": .object(request), "response": .object(response)]
    }

    private static func base64(_ text: String) -> String {
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
      let bytes = Array(text.utf8)
      var output: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
        for place in 0..<4 { output.append(place <= group.count ? letters[bits >> (18 - 6 * place) & 63] : 0x3D) }
      }
      return String(decoding: output, as: UTF8.self)
    }
  }

  static let signIn: [Exchange] = [
    .authorize(page: "$Config={\"pgid\":\"ConvergedSignIn\",\"sErrorCode\":\"\"}"), .code, .tokens(),
  ]

  private func made(_ exchanges: [Exchange], _ tool: Tool = .chromium) throws -> ArchiveScenario {
    try ArchiveScenario(tool.archive(exchanges), file: "login.har", named: "login") { $0 != 999_999 }
  }

  /// The text without comments and without the breaks of lines, so that a row says what stands side by side.
  private func words(_ made: ArchiveScenario) -> String {
    made.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { line in line.split(separator: "#").first.map { $0.split(separator: " ").joined(separator: " ") } ?? "" }
      .joined(separator: " ")
  }

  @Test(arguments: Tool.allCases) func everyToolIsRead(_ tool: Tool) throws {
    let text = try words(
      made(Self.signIn + [.refused(700_082), .authorize(page: "$Config={\"pgid\":\"ConvergedSignIn\"}")], tool))
    #expect(
      text.contains(
        "userPrincipalName: alice@contoso.com id: a11ce000-0000-4000-8000-000000000001 displayName: Alice Archer"))
    #expect(text.contains("clientId: \(Id.app)"))
    #expect(
      text.contains(
        "when: event: token.issued client: login occurrence: 1 then: - expire: refreshTokens - expire: sessions"))
    #expect(text.contains("- event: token.refused code: AADSTS700082 grant: refresh_token client: login"))
    #expect(text.contains("consents: - client: login user: alice scopes: - User.Read"))
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let exchanges: [Exchange]
    let expected: [String]

    init(_ name: String, _ exchanges: [Exchange], _ expected: String...) {
      testDescription = name
      self.exchanges = exchanges
      self.expected = expected
    }
  }

  static let rows: [Row] = [
    Row("a revoked grant", signIn + [.refused(50173)], "then: - revoke: refreshTokens", "code: AADSTS50173"),
    Row(
      "a second factor that comes later", signIn + [.refused(50076, "refresh_token", "interaction_required")],
      "- requireMfa: alice"),
    Row("a second factor that has to be set up", signIn + [.refused(50079)], "- requireMfa: alice registered: false"),
    Row("a user who is disabled later", signIn + [.refused(50057)], "- disable: alice"),
    Row(
      "a user who was disabled before", [.authorize(), .page("ConvergedSignIn", 50057)], "enabled: false",
      "event: signIn.failed code: AADSTS50057"),
    Row("a locked user", [.authorize(), .page("ConvergedSignIn", 50053)], "locked: true"),
    Row("a second factor at the first sign-in", [.authorize(), .page("ConvergedTFA"), .code], "mfa: required"),
    Row("a second factor to register", [.authorize(), .page("ConvergedProofUpRedirect"), .code], "mfa: unregistered"),
    Row(
      "a password that has expired", [.authorize(), .page("ConvergedChangePassword"), .code], "passwordExpired: true"),
    Row("a page that asks to stay signed in", [.authorize(), .page("KmsiInterrupt"), .code], "staySignedIn: true"),
    Row(
      "a policy that blocks from the start", [.authorize(), .page("ConvergedError", 53003)],
      "policies: - name: \"blocks, as in the archive\" require: block"),
    Row(
      "a policy that blocks later", signIn + [.refused(53003)],
      "- addPolicy: name: \"blocks, as in the archive\" require: block"),
    Row(
      "an app that is for those who were given it", [.authorize(), .page("ConvergedError", 50105)],
      "assignmentRequired: true"),
    Row("an app that is disabled later", signIn + [.refused(7_000_112)], "- disableApp: login"),
    Row("a secret that has ended", signIn + [.refused(7_000_222)], "- expireSecrets: login"),
    Row(
      "a session that has ended",
      signIn + [
        .authorize("&prompt=none", to: "http://localhost:3000/#error=login_required&error_description=AADSTS50058%3A+x")
      ], "- expire: sessions"),
    Row(
      "a refusal that no state brings about", signIn + [.refused(70043)],
      "when: endpoint: token client: login grant: refresh_token occurrence: 1 then: refuse: AADSTS70043"),
    Row(
      "the second of two renewals", signIn + [.tokens("refresh_token"), .refused(70043)],
      "grant: refresh_token occurrence: 2 then: refuse: AADSTS70043"),
    Row(
      "an outage",
      signIn + [
        Exchange(
          method: "POST", url: "https://login.microsoftonline.com/common/oauth2/v2.0/token", status: 503,
          form: "client_id=\(Id.app)&grant_type=refresh_token")
      ], "when: endpoint: token grant: refresh_token client: login occurrence: 1 then: respond: status: 503"),
    Row(
      "Graph refuses",
      signIn + [
        Exchange(
          url: "https://graph.microsoft.com/v1.0/users/\(Id.api)?$select=id", status: 403,
          body: #"{"error":{"code":"Authorization_RequestDenied","message":"no"}}"#)
      ],
      #"path: /v1.0/users/* method: GET occurrence: 1 then: respond: status: 403 json: error: code: Authorization_RequestDenied"#
    ),
    Row(
      "a page's app",
      [
        .authorize(), .code,
        Exchange(
          method: "POST", url: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
          form: "client_id=\(Id.app)&grant_type=authorization_code", body: #"{"access_token":"x"}"#,
          origin: "http://localhost:3000"),
      ], "type: spa", "spa: redirectUris: - http://localhost:3000"),
    Row(
      "a server's app, whose own requests no browser sees", [.authorize(), .code], "type: web",
      "web: redirectUris: - http://localhost:3000"),
    Row(
      "a daemon",
      [
        Exchange(
          method: "POST", url: "https://login.microsoftonline.com/\(Id.tenant)/oauth2/v2.0/token",
          form:
            "client_id=\(Id.app)&grant_type=client_credentials&scope=https%3A%2F%2Fgraph.microsoft.com%2F.default&client_secret=\(Exchange.secret)",
          body: #"{"access_token":"x"}"#)
      ], "type: daemon", "secret: login-secret"),
  ]

  @Test(arguments: rows) func bringsAbout(_ row: Row) throws {
    let made = try made(row.exchanges)
    for expected in row.expected { #expect(words(made).contains(expected), "\(made.text)") }
    #expect(throws: Never.self, "the server reads it") {
      try ScenarioDecoder.scenario(from: Array(made.text.utf8), file: "login.yaml", extending: .library)
    }
    #expect(!made.text.contains(Exchange.secret))
    #expect(!made.report.joined().contains(Exchange.secret))
  }

  /// What somebody does, and what cannot be told, is said in the file and in the report.
  @Test(arguments: [
    (
      [Exchange.authorize(), .page("ConvergedSignIn", 50126), .code],
      "AADSTS50126: somebody has to type a wrong password"
    ),
    (
      [
        .authorize("&prompt=none", to: "http://localhost:3000/#error=login_required&error_description=AADSTS50058%3A+x")
      ], "AADSTS50058: the browser has no session here"
    ),
    (
      [.authorize("", to: "http://localhost:3000/?error=access_denied&error_description=AADSTS65004%3A+x")],
      "AADSTS65004: somebody has to leave the consent page"
    ),
    ([.authorize("", to: "http://localhost:3000/?error=server_error")], "without a number of a refusal"),
    (signIn + [.refused(999_999)], "this server does not know the number"),
    (
      signIn + [Exchange(url: "https://graph.microsoft.com/v1.0/me", status: 401)],
      "whether that came from missing permissions cannot be told"
    ),
    (signIn + [Exchange(url: "https://graph.microsoft.com/v1.0/me", status: 0)], "the request got no answer"),
  ]) func saysWhatItCannotTell(_ exchanges: [Exchange], _ expected: String) throws {
    let made = try made(exchanges)
    #expect(made.text.contains(expected), "\(made.text)")
    #expect(made.report.contains { $0.contains(expected) })
  }

  /// Whom and what the service did not know, the scenario does not have.
  @Test func strangersAreLeftOut() throws {
    let user = try made([.authorize(), .page("ConvergedSignIn", 50034, form: "loginfmt=nobody%40contoso.com"), .code])
    #expect(!words(user).contains("nobody@contoso.com"))
    let redirect = try made([
      .authorize(), .page("ConvergedError"),
      .authorize(page: "$Config={\"pgid\":\"ConvergedError\",\"sErrorCode\":\"50011\"}"),
    ])
    #expect(!words(redirect).contains("redirectUris"))
  }

  @Test(arguments: [
    ("", "login.har: this is not an HTTP archive: it is not JSON"),
    ("[]", "login.har: this is not an HTTP archive: it is not JSON"),
    ("{\n}", "login.har:1: this is not an HTTP archive: it has no log.entries"),
    (#"{"log": {"entries": []}}"#, "login.har:1: the archive has no request"),
    (
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://contoso.test/"}}]}}"#,
      "no request to authorize or token"
    ),
    (
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://contoso.b2clogin.com/x/oauth2/v2.0/authorize"}}]}}"#,
      "it has requests to contoso.b2clogin.com"
    ),
  ]) func refusesInOneSentence(_ text: String, _ expected: String) {
    let fault = #expect(throws: ArchiveFault.self) {
      try ArchiveScenario(Array(text.utf8), file: "login.har", named: "login") { _ in true }
    }
    #expect(fault?.description.contains(expected) ?? false, "\(fault?.description ?? "")")
    #expect(fault?.description.contains("; ") ?? false, "a remedy")
  }

  /// A name of a file, and names in the archive, cannot write lines of the scenario.
  @Test func namesStayNames() throws {
    var exchanges = Self.signIn
    exchanges[1].form = "login=alice%40contoso.com%0Arules%3A%20x"
    let bytes = Tool.chromium.archive(exchanges)
    let made = try ArchiveScenario(bytes, file: "a\nrules: 1\u{1B}[2J.har", named: "a\nb") { _ in true }
    #expect(!made.text.contains("\nrules: "))
    #expect(!made.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }
}
