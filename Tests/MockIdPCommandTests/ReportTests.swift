import JSON
import Testing

@testable import MockIdPCommand

@Suite struct BannerTests {
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
    #expect(coloured == banner.text(.plain))
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

@Suite struct ReadyFileTests {
  private let file = ReadyFile(
    authority: "https://localhost:1/contoso", graph: "https://localhost:1/v1.0", http: "http://localhost:2",
    control: "https://localhost:1/_mockidp", certificateAuthority: "/h/ca.pem", processID: 42, scenario: "happy-path")

  @Test func isJSONInAKnownOrder() throws { try Golden.expect(file.text, is: "ready.json") }

  @Test func readsWhatItWrote() { #expect(ReadyFile(parsing: file.text) == file) }

  @Test(arguments: ["", "{}", "[]", "{\"authority\":\"a\"}"])
  func refusesOtherFiles(_ text: String) { #expect(ReadyFile(parsing: text) == nil) }
}

@Suite struct DecodedTokenTests {
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
    #expect(json["header"]?["kid"]?.string == "k1")
    #expect(json["claims"]?["exp"]?.integer == 1_767_607_545)
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
  func spansInTheirTwoLargestUnits(_ c: SpanCase) { #expect(Duration.seconds(c.seconds).spokenText == c.text) }
}
