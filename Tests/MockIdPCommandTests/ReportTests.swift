import Expectations
import JSON
import Testing

@testable import MockIdPCommand

struct BannerTests {
  private let banner = Banner(
    program: "mockidp", scenario: "expired-refresh",
    summary: """
      The refresh token is too old. Silent renewal fails with AADSTS700082 and the app must sign the user in again.
      """,
    authority: "https://localhost:8443/contoso.onmicrosoft.com", graph: "https://localhost:8443/v1.0",
    control: "https://localhost:8443/_mockidp", proxy: "http://localhost:8080",
    certificateAuthority: "/home/ada/.local/share/mockidp/ca.pem",
    people: ["alice", "bob", "admin", "gina", "pat"].map {
      Banner.Person(alias: $0, signInName: "\($0)@contoso.onmicrosoft.com", password: "Passw0rd!")
    },
    apps: [("mobile", nil), ("spa", nil), ("web", "web-secret"), ("daemon", "daemon-secret"), ("api", "api-secret")].map
    {
      Banner.App(alias: $0, clientID: "30b11e00-0000-4000-8000-000000000001", secret: $1)
    })

  @Test func showsAllThatIsNeededOnOneScreen() throws {
    let text = banner.text(.plain)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24)
    for line in lines { #expect(line.count <= 80, "\(line)") }
    try Golden.expect(text, is: "banner.txt")
  }

  @Test func coloursChangeNothingElse() {
    var coloured = banner.text(Palette(isColoured: true))
    for code in ["\u{1B}[1m", "\u{1B}[0m", "\u{1B}[2m", "\u{1B}[36m"] {
      coloured = coloured.split(separator: code, omittingEmptySubsequences: false).joined()
    }
    expectEqual(coloured, banner.text(.plain))
  }

  @Test func aBigWorldStaysOnOneScreen() {
    var big = banner
    big.people += big.people + big.people
    big.apps += big.apps
    let lines = big.text(.plain).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24)
    #expect(big.text(.plain).contains("and 11 more"))
  }

  struct PathCase: CustomTestStringConvertible {
    let path: String
    let shown: String
    var testDescription: String { path }
  }

  @Test(arguments: [
    PathCase(path: "/a/ca.pem", shown: "--cacert /a/ca.pem "),
    PathCase(path: "/a b/ca.pem", shown: "--cacert '/a b/ca.pem' "),
    PathCase(path: "/it's/ca.pem", shown: "--cacert '/it'\\''s/ca.pem' "),
  ])
  func pathsAreReadyForAShell(_ c: PathCase) {
    var other = banner
    other.certificateAuthority = c.path
    #expect(other.text(.plain).contains(c.shown))
  }
}

struct ReadyFileTests {
  private let file = ReadyFile(
    authority: "https://localhost:1/contoso", graph: "https://localhost:1/v1.0", http: "http://localhost:2",
    control: "https://localhost:1/_mockidp", certificateAuthority: "/h/ca.pem", processID: 42, scenario: "happy-path")

  @Test func isJSONInAKnownOrder() throws { try Golden.expect(file.text, is: "ready.json") }

  @Test func readsWhatItWrote() { expectEqual(ReadyFile(parsing: file.text), file) }

  /// Helpers of test runners read one line from the output of the server that they started.
  @Test func theLineIsAllOfIt() throws {
    var whole = file
    whole.details = ["hosts": ["login.microsoftonline.com"], "world": ["name": "default"]]
    expectEqual(whole.line.utf8.filter { $0 == 0x0A }.count, 1)
    try expectEqual(JSONValue.parse(whole.line), JSONValue.parse(whole.wholeText))
    try expectEqual(JSONValue.parse(whole.line)["world"]?["name"]?.string, "default")
    expectEqual(whole.text, file.text)
  }

  @Test(arguments: ["", "{}", "[]", "{\"authority\":\"a\"}"])
  func refusesOtherFiles(_ text: String) { expectNil(ReadyFile(parsing: text)) }
}

struct DecodedTokenTests {
  // The payload: aud, iss, iat, nbf, exp, an array, an object and text beyond ASCII.
  private static let token = [
    #"{"typ":"JWT","alg":"RS256","kid":"k1"}"#,
    """
    {"aud":"00000003-0000-0000-c000-000000000000","iss":"https://localhost:8443/t/v2.0","iat":1767603600,\
    "nbf":1767603300,"exp":1767607545,"auth_time":1767603600,"name":"Zoë","roles":["Orders.Read","Admin"],\
    "xms_tcdt":"old","wids":{"a":1},"ver":"2.0"}
    """,
  ]

  static let text = Compact.join(token)

  @Test func setsTimesInWords() throws {
    try Golden.expect(DecodedToken(Self.text).text(.plain), is: "decoded-token.txt")
  }

  @Test func asJSON() throws {
    let json = try DecodedToken(Self.text).json
    expectEqual(json["header"]?["kid"]?.string, "k1")
    expectEqual(json["claims"]?["exp"]?.integer, 1_767_607_545)
  }

  @Test func refusesWhatIsNoToken() {
    #expect(throws: CommandError.self) { try DecodedToken("opaque") }
  }

  struct SpanCase: CustomTestStringConvertible {
    let seconds: Int64
    let text: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    SpanCase(seconds: 0, text: "0 s"), SpanCase(seconds: -300, text: "5 min"),
    SpanCase(seconds: 3_945, text: "1 h 5 min"),
    SpanCase(seconds: 3_605, text: "1 h"), SpanCase(seconds: 7_862_400, text: "91 d"),
    SpanCase(seconds: 61, text: "1 min 1 s"),
  ])
  func spansInTheirTwoLargestUnits(_ c: SpanCase) { expectEqual(Duration.seconds(c.seconds).spokenText, c.text) }
}

struct TrustInstructionsTests {
  /// Every store that the instructions write into has its way back.
  @Test func trustCanBeTakenBack() throws {
    let text = TrustInstructions.text(path: "/h/ca.pem", fingerprint: "00ff", .plain)
    let parts = text.split(separator: "To take the trust back, later\n")
    try #require(parts.count == 2)
    for (way, back) in [
      (
        "sudo cp /h/ca.pem /usr/local/share/ca-certificates/mockidp.crt",
        "sudo rm /usr/local/share/ca-certificates/mockidp.crt"
      ),
      (
        "sudo cp /h/ca.pem /etc/pki/ca-trust/source/anchors/mockidp.pem",
        "sudo rm /etc/pki/ca-trust/source/anchors/mockidp.pem"
      ),
      ("security add-trusted-cert", "security remove-trusted-cert -d /h/ca.pem"),
      ("certutil -addstore -f Root", "certutil -delstore Root 00ff"),
      ("keytool -importcert", "keytool -delete -cacerts -storepass changeit -alias mockidp"),
      ("-A -t C,, -n mockidp", "-D -n mockidp"),
    ] {
      #expect(parts[0].contains(way), "\(way)")
      #expect(parts[1].contains(back), "\(back)")
    }
    #expect(parts[1].contains("rm /h/ca.pem /h/ca.key"))
  }
}

/// What a client has sent, in every report that people and CI systems read.
struct HostileReportTests {
  private static let hostile = "\u{1B}]0;x\u{7}\u{1B}[2J\r\n::error::x\u{9B}2J\u{202E}\u{7F}\n##vso[task.x]"

  private static let exchange: JSONValue = [
    "number": 1, "startedAt": "2026-01-31T10:20:30.0000000Z", "method": .string(hostile), "path": .string(hostile),
    "status": 400, "library": .string(hostile), "grant": .string(hostile), "prompt": .string(hostile),
    "scopes": [.string(hostile)], "resource": .string(hostile), "reasons": [.string(hostile)],
    "client": ["alias": .string(hostile), "id": .string(hostile)], "user": ["alias": .string(hostile), "id": "1"],
    "refusal": [
      "code": "AADSTS1", "name": .string(hostile), "error": .string(hostile), "message": .string(hostile),
      "meaning": .string(hostile), "remedy": .string(hostile),
    ],
  ]

  private static let verdict: JSONValue = [
    "ok": false, "scenario": .string(hostile),
    "expectations": [
      [
        "met": false, "name": .string(hostile), "verdict": .string(hostile), "text": .string(hostile),
        "remark": .string(hostile), "nearest": [["number": 1, "text": .string(hostile)]],
      ],
      ["met": true, "name": .string(hostile), "verdict": .string(hostile)],
    ],
  ]

  @Test(arguments: [false, true])
  func hasNoPowerOnATerminalOrInALog(_ isTerminal: Bool) {
    let recorder = Recorder()
    let environment = ["TERM": "xterm"]
    let console = recorder.console(
      environment: environment, outputIsTerminal: isTerminal, errorsAreTerminal: isTerminal)
    let palette = console.palette
    for line in ExchangeRow.table([ExchangeRow(Self.exchange)], palette) { console.print(line) }
    console.write(ExchangeReport(exchange: Self.exchange).text(palette))
    console.write(VerdictReport(answer: Self.verdict).text(palette))
    for line in Columns.facts(Self.exchange) { console.print(line) }
    console.print(Self.exchange.prettyText)
    console.print(Self.hostile)
    console.note(Self.hostile)
    console.complain(Self.hostile)
    console.report(
      RunReport(
        scenario: Self.hostile, verdict: VerdictReport(answer: Self.verdict), exchanges: [Self.exchange],
        commandFailed: true
      ).text(palette))
    for text in [recorder.output, recorder.errors] {
      Self.expectNoPower(text, hasColours: isTerminal)
      // It is still told.
      #expect(text.contains("u001B]0;x"))
    }
  }

  @Test func aReportForCISaysWhatCameNearestToARule() {
    let answer: JSONValue = [
      "scenario": "a", "expectations": [["met": false, "verdict": "signIn: expected once, found never"]],
    ]
    let report = RunReport(
      scenario: "a", verdict: VerdictReport(answer: answer), exchanges: [], commandFailed: false,
      idleRules: ["busy (a)"], nearestToIdleRules: ["nearest to busy (a): #2 token, where user is <alice>"])
    let lines = JUnitReport(answer: answer, remarks: report.remarks).text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  <system-out>No request came. Does the command take the address") })
    #expect(lines.contains("Rules that nothing has fitted: busy (a)"))
    #expect(lines.contains("  nearest to busy (a): #2 token, where user is &lt;alice&gt;</system-out>"))
    #expect(!JUnitReport(answer: answer).text.contains("system-out"))
    #expect(report.text(Palette(isColoured: false)).contains("\nNo request came."))
  }

  @Test func hasNoPowerInAReportForCI() {
    let text = JUnitReport(answer: Self.verdict, remarks: [Self.hostile]).text
    Self.expectNoPower(text, hasColours: false)
    #expect(text.contains("u001B]0;x"))
    #expect(!text.contains(">::") && !text.contains("\"::"))
  }

  private static func expectNoPower(_ text: String, hasColours: Bool) {
    var plain = text
    if hasColours {
      for code in ["0", "1", "2", "31", "32", "36"] { plain = plain.replacing("\u{1B}[\(code)m", with: "") }
    }
    for scalar in plain.unicodeScalars where scalar != "\n" {
      #expect(
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != "\u{202E}", "U+\(scalar.value)")
    }
    for line in plain.split(separator: "\n") { #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)") }
    #expect(!plain.contains("##vso["))
  }
}
