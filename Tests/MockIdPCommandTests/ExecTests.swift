import Directory
import Expectations
import JSON
import MockIdP
import Platform
import Policy
import Testing

@testable import MockIdPCommand

/// The built program around real commands.
struct ExecTests {
  private func exec(
    _ words: String..., home: TemporaryDirectory, environment: [String: String] = [:]
  ) throws -> ProgramProcess {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return try ProgramProcess(
      ["exec"] + words,
      environment: ["MOCKIDP_HOME": home.path, "PATH": path].merging(environment) { _, new in new })
  }

  struct Case: CustomTestStringConvertible {
    let words: [String]
    let code: Int32
    let testDescription: String
  }

  @Test(arguments: [
    Case(words: ["sh", "-c", "exit 7"], code: 7, testDescription: "the command's code"),
    Case(words: ["sh", "-c", "kill -9 $$"], code: 137, testDescription: "a signal that ended it"),
    Case(words: ["mockidp-test-no-such-command"], code: 127, testDescription: "no such command"),
    Case(words: ["/etc/passwd"], code: 126, testDescription: "no program"),
    Case(words: ["--scenario", "no-such-scenario", "true"], code: 125, testDescription: "no such scenario"),
    Case(words: ["--expect", "no=thing", "true"], code: 2, testDescription: "an expectation that is none"),
    Case(words: ["true"], code: 0, testDescription: "the default scenario expects nothing"),
    Case(words: ["--expect", "signIn", "true"], code: 3, testDescription: "something expected did not happen"),
    Case(words: ["--scenario", "expired-refresh", "true"], code: 3, testDescription: "nor what the scenario expects"),
    Case(
      words: ["--expect", "signIn", "sh", "-c", "exit 7"], code: 7, testDescription: "the command's code comes first"),
    Case(words: ["--expect", "signIn,never=true", "true"], code: 0, testDescription: "all went well"),
  ])
  func endsWith(_ c: Case) throws {
    let home = try TemporaryDirectory()
    let process = try ProgramProcess(
      ["exec"] + c.words,
      environment: ["MOCKIDP_HOME": home.path, "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"])
    expectEqual(process.wait(), c.code)
  }

  @Test func theCommandFindsTheServerAndTrustsIt() throws {
    let home = try TemporaryDirectory()
    let process = try exec(
      "--expect", "event=token.issued,user=bob,count=1", "--journal", home.path + "/journal.json", "--", "sh", "-c",
      #"echo "at $MOCKIDP_URL"; "$0" token --user bob >/dev/null && grep -c BEGIN "$SSL_CERT_FILE"; echo end"#,
      try ProgramProcess.path(), home: home)
    let output = process.read(until: "end\n").split(separator: "\n")
    expectEqual(process.wait(), 0)
    expectEqual(output.first?.hasPrefix("at https://localhost:"), true)
    // The system's roots and the server's, or that alone on a machine without any.
    #expect(output.dropFirst().first.flatMap { Int($0) } ?? 0 > 0)
    let journal = try JSONValue.parse(TextFile.read(home.path + "/journal.json"))
    expectEqual(journal.array?.last?["user"]?["alias"], "bob")
  }

  /// A suite with a world for each test. One of the worlds is removed before the end.
  @Test(
    "The verdict is about all worlds",
    arguments: [
      ("event=token.issued,user=bob,count=2", Int32(0)), ("event=token.issued,user=bob,count=1", 3),
    ]) func allWorlds(expectation: String, code: Int32) throws
  {
    let home = try TemporaryDirectory()
    let script = #"""
      "$0" world create --name t1 >/dev/null && "$0" world create --name t2 --scenario ./idle.yaml >/dev/null
      for world in t1 t2; do "$0" token --world $world --user bob >/dev/null || exit 9; done
      "$0" world delete t1 >/dev/null; echo "control $MOCKIDP_CONTROL"
      """#
    let file = home.path + "/idle.yaml"
    try TextFile.replace(
      file,
      with: "scenario: idle\nrules: [{ name: never, when: { endpoint: userInfo }, then: [ refuse: AADSTS90033 ] }]\n")
    let process = try exec(
      "--expect", expectation, "--journal", home.path + "/journal.json", "--", "sh", "-c",
      script.replacing("./idle.yaml", with: file), try ProgramProcess.path(), home: home)
    #expect(process.read(until: "\n").hasPrefix("control https://localhost:"))
    expectEqual(process.wait(), code)
    let journal = try #require(try JSONValue.parse(TextFile.read(home.path + "/journal.json")).array)
    expectEqual(Set(journal.compactMap { $0["world"]?.string }), ["t1", "t2"])
    expectEqual(journal.compactMap { $0["number"]?.integer }, Array(1...Int64(journal.count)))
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1])
  func passesSignalsOn(_ signal: Int32) throws {
    let home = try TemporaryDirectory()
    let process = try exec(
      "sh", "-c", "trap 'kill $child; exit 9' TERM INT HUP USR1; sleep 30 & child=$!; echo ready; wait", home: home)
    expectEqual(process.read(until: "ready\n"), "ready\n")
    process.signal(signal)
    expectEqual(process.wait(), 9)
  }

  @Test func theCommandIsNotDeafToABrokenPipe() throws {
    let home = try TemporaryDirectory()
    // A shell that was started with SIGPIPE ignored cannot trap it, and `yes` would complain in place of ending.
    let process = try exec("sh", "-c", "sh -c 'kill -PIPE $$'; echo $?", home: home)
    expectEqual(process.read(until: "\n"), "141\n")
    expectEqual(process.wait(), 0)
  }
}

struct RuntimeEnvironmentTests {
  static let trust = TrustFiles(
    authority: "/h/ca.pem", bundle: "/h/bundle.pem", trustStore: "/h/truststore.p12")

  static let facts = ServerFacts(
    authority: "https://localhost:1", graph: "https://localhost:1", http: "http://localhost:2",
    url: "https://localhost:1", certificateAuthority: "/h/ca.pem", certificateAuthorityPEM: "CA\n",
    scenario: "happy-path", tenantID: "t", tenantDomain: "contoso.test",
    apps: [
      .init(alias: "api", clientID: "1", secret: "api-secret"),
      .init(
        alias: "my-app", clientID: "2",
        redirectURIs: [RedirectURIRegistration(uri: "http://localhost", platform: .native)]),
      .init(alias: "daemon", clientID: "3", secret: "daemon-secret"),
    ],
    people: [.init(alias: "alice", signInName: "alice@contoso.test", password: "p")],
    principals: [.user: "alice", .client: "my-app", .daemon: "daemon"])

  @Test func namesEverything() throws {
    let environment = RuntimeEnvironment(Self.facts, trust: Self.trust, inherited: [:])
    let lines = environment.variables.map { "\($0.name)=\($0.value)  # \($0.purpose)\n" }
    try Golden.expect(lines.joined(), is: "environment.txt")
    expectEqual(Set(environment.variables.map(\.name)).count, environment.variables.count)
  }

  @Test func keepsTheRestOfTheEnvironment() {
    let environment = RuntimeEnvironment(Self.facts, trust: Self.trust, inherited: [:])
    let applied = environment.applied(to: ["HOME": "/home/ada", "SSL_CERT_FILE": "/mine.pem"])
    expectEqual(applied["HOME"], "/home/ada")
    expectEqual(applied["SSL_CERT_FILE"], "/h/bundle.pem")
  }

  @Test func aProxyOfTheMachineIsPassedBy() {
    let inherited = ["https_proxy": "http://proxy:3128", "no_proxy": "intranet"]
    let environment = RuntimeEnvironment(Self.facts, trust: Self.trust, inherited: inherited).applied(to: inherited)
    expectEqual(environment["no_proxy"], "intranet,localhost,127.0.0.1")
    expectEqual(environment["NO_PROXY"], "localhost,127.0.0.1")
  }
}

struct RunReportTests {
  private let exchanges: [JSONValue] = [
    ["number": 1, "startedAt": "2026-01-05T09:00:00.0000000Z", "status": 200, "method": "GET", "path": "/authorize"],
    [
      "number": 2, "startedAt": "2026-01-05T09:00:01.0000000Z", "status": 400, "method": "POST", "path": "/token",
      "refusal": ["code": "AADSTS50173", "name": "grantRevoked"],
    ],
    ["number": 3, "startedAt": "2026-01-05T09:00:02.0000000Z", "status": 200, "method": "POST", "path": "/token"],
  ]

  private func verdict(_ met: Bool) -> VerdictReport {
    VerdictReport(
      answer: [
        "ok": .bool(met),
        "expectations": [
          ["met": true, "verdict": "signIn: expected once, found once"],
          [
            "met": .bool(met), "verdict": "token.issued, user bob: expected once, found never", "remark": "a remark",
            "matches": [], "nearest": [["number": 3, "text": "#3 token.issued, where user is alice"]],
          ],
        ],
      ])
  }

  @Test func isOneLineWhenAllWentWell() {
    let report = RunReport(scenario: "s", verdict: verdict(true), exchanges: exchanges, commandFailed: false)
    expectEqual(report.text(.plain), "mockidp: s: 3 exchanges, 1 refused; 2 expectations met\n")
  }

  @Test(arguments: [([2], "1 refused, as expected"), ([3], "1 refused"), ([], "1 refused")])
  func saysWhichRefusalsWereExpected(matches: [Int64], refusals: String) {
    let named = matches.map { number -> JSONValue in ["number": .integer(number), "text": "#\(number)"] }
    let verdict = VerdictReport(
      answer: ["ok": true, "expectations": [["met": true, "verdict": "refused once", "matches": .array(named)]]])
    let report = RunReport(scenario: "s", verdict: verdict, exchanges: exchanges, commandFailed: false)
    expectEqual(report.text(.plain), "mockidp: s: 3 exchanges, \(refusals); 1 expectation met\n")
  }

  @Test func namesTheExchangesThatMattered() {
    let report = RunReport(scenario: "s", verdict: verdict(false), exchanges: exchanges, commandFailed: false)
    expectEqual(
      report.text(.plain),
      """
      mockidp: s: 3 exchanges, 1 refused; 1 of 2 expectations not met
      met      signIn: expected once, found once
      not met  token.issued, user bob: expected once, found never
               a remark
               nearest  #3 token.issued, where user is alice
      #2  09:00:01  400  POST /token    AADSTS50173 grantRevoked
      #3  09:00:02  200  POST /token

      """)
  }

  @Test func aFailedCommandShowsWhatWasRefused() {
    let report = RunReport(scenario: "s", verdict: verdict(true), exchanges: exchanges, commandFailed: true)
    expectEqual(
      report.text(.plain),
      """
      mockidp: s: 3 exchanges, 1 refused; 2 expectations met
      #2  09:00:01  400  POST /token    AADSTS50173 grantRevoked

      """)
  }
}
