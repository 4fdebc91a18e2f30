import Expectations
import JSON
import Platform
import Policy
import Testing

@testable import MockIdPCommand

/// The built program from the outside: a server, its signals, and commands that speak with it.
struct ProgramTests {
  private struct Running {
    let directory: TemporaryDirectory
    let process: ProgramProcess
    let banner: String
    let ready: ReadyFile
    var environment: [String: String] { ["MOCKIDP_HOME": directory.path] }
    var readyPath: String { directory.path + "/ready.json" }
  }

  private func serve(_ options: String..., environment: [String: String] = [:]) throws -> Running {
    try serve(options, environment: environment)
  }

  private func serve(_ options: [String], environment: [String: String] = [:]) throws -> Running {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/ready.json"
    let process = try ProgramProcess(
      ["serve", "--https-port", "0", "--http-port", "0", "--ready-file", path] + options,
      environment: ["MOCKIDP_HOME": directory.path].merging(environment) { $1 })
    let banner = process.read(until: "/v1.0/me\n")
    let ready = try #require(ReadyFile(parsing: try TextFile.read(path)))
    return Running(directory: directory, process: process, banner: banner, ready: ready)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func endsWellOnASignal(_ signal: Int32) throws {
    let server = try serve()
    server.process.signal(signal)
    expectEqual(server.process.wait(), 0)
    #expect(!TextFile.exists(server.readyPath))
  }

  /// The report goes to a file beside the ready file.
  @Test(arguments: [SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGQUIT])
  func aCrashSignalEndsItWithSwiftsReportToo(_ signal: Int32) throws {
    let reports = try TemporaryDirectory()
    let server = try serve(environment: [
      "SWIFT_BACKTRACE": "enable=yes,interactive=no,symbolicate=off,threads=crashed,output-to=\(reports.path)/report"
    ])
    server.process.signal(signal)
    try #require(server.process.ends(within: .seconds(60)))
    expectEqual(server.process.wait(), -signal)
    #expect(try TextFile.read(reports.path + "/report").contains("crashed"))
  }

  @Test func aSecondSignalEndsItAtOnce() throws {
    let server = try serve()
    // A request that never ends holds the orderly end up.
    let port = try #require(server.ready.http.split(separator: ":").last.flatMap { UInt16($0) })
    let connection = try PlainConnection(port: port)
    try connection.send(
      "POST /common/oauth2/v2.0/token HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
    // Until it says so, the server may not have read the request, and end in good order.
    #expect(try connection.receive().hasPrefix("HTTP/1.1 100"))
    server.process.signal(SIGTERM)
    server.process.signal(SIGINT)
    expectEqual(server.process.wait(), 130)
  }

  /// A server with a token: its user's commands find the token, and no other program gets in without it.
  @Test(arguments: [["--control-token", "s3cret"], ["--trusted-proxy", "127.0.0.1"]])
  func commandsOfTheUserNeedNoToken(_ options: [String]) throws {
    let server = try serve(options)
    let files = [server.directory.path + "/servers/\(server.process.id).token"]
    let stranger = try TemporaryDirectory()
    let own = server.environment
    let other = ["MOCKIDP_HOME": stranger.path]
    for (environment, words, code) in [
      (own, ["clock"], ExitCode.success), (own, ["clock", "--url", server.ready.control], .success),
      (own, ["clock", "--ready-file", server.readyPath], .success),
      (other, ["clock", "--ready-file", server.readyPath], .failure),
      (other, ["health", "--ready-file", server.readyPath], .success),
      (own, ["clock", "--control-token", "wrong"], .failure),
    ] {
      let recorder = Recorder()
      expectEqual(
        CommandLineProgram.run(words, on: recorder.console(environment: environment)), code,
        "\(words) \(recorder.errors)")
      #expect(!recorder.output.contains("s3cret") && !recorder.errors.contains("s3cret"))
    }
    #expect(files.allSatisfy(TextFile.exists))
    server.process.signal(SIGTERM)
    expectEqual(server.process.wait(), 0)
    #expect(!files.contains(where: TextFile.exists))
  }

  /// Tokens and passwords are in the memory of a server. One byte is the limit that keeps it from collectors too.
  @Test(.enabled(if: TextFile.exists("/proc/self/limits"), "only Linux tells the limits of another process"))
  func noCoreFileIsWritten() throws {
    let server = try serve()
    let limits = try TextFile.read("/proc/\(server.process.id)/limits")
    let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    let soft = try #require(line.dropFirst("Max core file size".count).split(separator: " ").first)
    #expect(soft == "0" || soft == "1")
  }

  @Test func isReadyWhenTheFileIsThere() throws {
    let server = try serve("--scenario", "expired-refresh")
    expectEqual(server.ready.scenario, "expired-refresh")
    expectEqual(server.ready.processID, server.process.id)
    #expect(server.ready.authority.hasPrefix("https://localhost:"))
    #expect(server.banner.contains(server.ready.authority))
    #expect(try TextFile.read(server.ready.certificateAuthority).hasPrefix("-----BEGIN CERTIFICATE-----"))
  }

  @Test("A port that a mockidp of this user has is told with who has it") func takenPort() throws {
    let first = try serve()
    let port = try #require(URIReference(first.ready.control)?.port)
    let recorder = Recorder()
    let words = ["serve", "--quiet", "--https-port", port, "--http-port", "0"]
    expectEqual(CommandLineProgram.run(words, on: recorder.console(environment: first.environment)), .failure)
    expectEqual(
      recorder.errors,
      "mockidp: A mockidp runs there: \(first.ready.control), scenario happy-path, process \(first.process.id). Use it, end it with "
        + "'kill \(first.process.id)', or give this one other ports: --https-port 0 --http-port 0.\n")
  }

  @Test func tokenSignsIn() throws {
    let server = try serve()
    let recorder = Recorder()
    let words = ["token", "--json", "--user", "bob", "--client", "web", "--ready-file", server.readyPath]
    expectEqual(CommandLineProgram.run(words, on: recorder.console(environment: server.environment)), .success)
    let answer = try JSONValue.parse(recorder.output)
    expectEqual(answer["token_type"]?.string, "Bearer")
    let token = try DecodedToken(try #require(answer["access_token"]?.string)).json
    expectEqual(token["claims"]?["unique_name"]?.string, "bob@contoso.onmicrosoft.com")
  }

  @Test func tokenShowsTheRefusal() throws {
    let server = try serve()
    let recorder = Recorder()
    let words = ["token", "--scope", "No.Such", "--ready-file", server.readyPath]
    expectEqual(CommandLineProgram.run(words, on: recorder.console(environment: server.environment)), .failure)
    #expect(recorder.errors.contains("AADSTS"))
    #expect(recorder.errors.contains("mockidp explain AADSTS"))
  }

  @Test func tokenNeedsNoServer() throws {
    let directory = try TemporaryDirectory()
    let recorder = Recorder()
    // Nobody listens on port 1; the default place may well be taken on the machine that runs this test.
    let console = recorder.console(environment: ["MOCKIDP_HOME": directory.path])
    let token = try TokenCommand.withOwnServer(console) { server in
      let flow = SignInFlow(
        try SignInFlow.Party(user: nil, client: nil, scope: TokenCommand.defaultScope), at: server)
      return try flow.run()
    }
    expectNotNil(token["access_token"]?.string)
  }

  @Test func tokenKnowsTheUsersOfAFile() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/mine.yaml"
    try TextFile.replace(
      path, with: "scenario: mine\nworld: { users: { carol: { displayName: Carol, password: S3cret } } }\n")
    let server = try serve("--scenario", path)
    let recorder = Recorder()
    let words = ["token", "--user", "carol", "--ready-file", server.readyPath]
    let console = recorder.console(environment: server.environment)
    // The running server knows its own people, and the file says the same of them.
    expectEqual(CommandLineProgram.run(words, on: console), .success)
    expectEqual(recorder.output.split(separator: ".").count, 3)
    expectEqual(CommandLineProgram.run(words + ["--scenario", path], on: console), .success)
    TextFile.remove(path)
  }

  @Test func theControlCommandsSteerTheServer() throws {
    let server = try serve("--scenario", "expired-refresh")
    func run(_ line: String) throws -> String {
      let recorder = Recorder()
      let words = line.split(separator: " ").map(String.init) + ["--ready-file", server.readyPath]
      let code = CommandLineProgram.run(words, on: recorder.console(environment: server.environment))
      try #require(code == .success, "\(line): \(recorder.errors)")
      return recorder.output
    }
    try expectEqual(run("health"), "ok\n")
    #expect(try run("clock").hasSuffix("Z, the machine's time\n"))
    #expect(try run("clock advance 90d").hasSuffix("Z, 90 d ahead of the machine\n"))
    #expect(try run("clock set 2026-01-05T09:00:00Z").hasPrefix("2026-01-05T09:00:0"))
    #expect(try run("clock freeze").hasSuffix("Z, frozen\n"))
    #expect(try run("clock resume --json").contains("\"running\""))
    try expectEqual(run("reset"), "expired-refresh: back at its beginning\n")
    _ = try run("token --user alice")
    try expectEqual(run("age refreshTokens --user alice --by 91d"), "refreshTokens: 1 made older by 91d\n")
    try expectEqual(run("age codes --user bob --by 1d"), "codes: 0 made older by 1d\n")

    let journal = try run("journal").split(separator: "\n")
    expectEqual(journal.count, 2)
    expectEqual(journal.last?.hasPrefix("#2  "), true)
    expectEqual(journal.last?.contains("mobile alice"), true)
    #expect(try run("journal --user bob").isEmpty)
    try expectEqual(JSONValue.parse(run("journal --json --last 1")).array?.count, 1)
    let report = try run("explain 2")
    #expect(report.hasPrefix("#2  POST "))
    #expect(report.contains("authorization_code"))
    let id = try #require(JSONValue.parse(run("explain 2 --json")).array?.first?["traceId"]?.string)
    try expectEqual(run("explain \(id)"), report)
  }

  @Test("The commands speak of the world that is named") func namedWorld() throws {
    let server = try serve()
    func run(_ line: String, _ variables: [String: String] = [:]) throws -> String {
      let recorder = Recorder()
      let words = line.split(separator: " ").map(String.init) + ["--ready-file", server.readyPath]
      let environment = server.environment.merging(variables) { _, new in new }
      let code = CommandLineProgram.run(words, on: recorder.console(environment: environment))
      try #require(code == .success, "\(line): \(recorder.errors)")
      return recorder.output
    }
    _ = try run("world create --name t1")
    let world = try JSONValue.parse(run("world show t1 --json"))
    let tenant = try #require(world["tenants"]?.array?.first?["id"]?.string)
    for name in ["bob", "bob@contoso-t1.onmicrosoft.com"] {
      let token = try JSONValue.parse(run("token --world t1 --user \(name) --decode --json"))
      expectEqual(token["claims"]?["tid"]?.string, tenant)
      expectEqual(token["claims"]?["unique_name"]?.string, "bob@contoso-t1.onmicrosoft.com")
    }
    let token = try JSONValue.parse(run("token --decode --json", ["MOCKIDP_WORLD": "t1"]))
    expectEqual(token["claims"]?["tid"]?.string, tenant)

    let variables = try run("env --world t1 --format dotenv")
    let authority = try #require(world["authority"]?.string)
    for line in [
      "MOCKIDP_TENANT_ID=\"\(tenant)\"", "MOCKIDP_AUTHORITY=\"\(authority)\"", "MOCKIDP_WORLD=\"t1\"",
      "MOCKIDP_CONTROL=\"\(try #require(world["control"]?.string))\"",
      "MOCKIDP_USERNAME=\"alice@contoso-t1.onmicrosoft.com\"",
    ] { #expect(variables.contains(line + "\n"), "\(line)") }
    #expect(try run("env --world t1 --proxy").contains("HTTPS_PROXY='http://t1@localhost:"))
    #expect(try run("env --proxy").contains("HTTPS_PROXY='http://localhost:"))
    #expect(try run("snippet curl --world t1").contains("'\(authority)/oauth2/v2.0/token'"))

    // The id of a client's log does not tell the world.
    let exchange = try #require(try JSONValue.parse(run("journal --world t1 --json --last 1")).array?.first)
    let id = try #require(exchange["traceId"]?.string)
    let report = try run("explain \(id)")
    #expect(report.contains("World        t1\n") && report.contains(id), "\(report)")
  }

  @Test(
    "A token is from the name by which the app reaches the server",
    arguments: [
      ("token --decode --json", "https://sts.windows.net/"),
      ("token mint --client mobile --user alice --damage expired --decode --json", "https://sts.windows.net/"),
    ]) func issuer(line: String, expected: String) throws
  {
    let server = try serve()
    let recorder = Recorder()
    let words =
      line.split(separator: " ").map(String.init)
      + ["--issuer", "login.microsoftonline.com", "--ready-file", server.readyPath]
    expectEqual(
      CommandLineProgram.run(words, on: recorder.console(environment: server.environment)), .success,
      "\(recorder.errors)")
    let claims = try JSONValue.parse(recorder.output)["claims"]
    expectEqual(claims?["iss"]?.string?.hasPrefix(expected), true, "\(recorder.output)")
  }

  @Test func commandsFindTheServerThatRuns() throws {
    let server = try serve("--scenario", "throttled")
    func health(_ more: String...) -> (code: ExitCode, Recorder) {
      let recorder = Recorder()
      let console = recorder.console(environment: server.environment)
      return (CommandLineProgram.run(["health"] + more, on: console), recorder)
    }
    expectEqual(health().code, .success)
    let second = try ProgramProcess(
      ["serve", "--https-port", "0", "--http-port", "0"], environment: server.environment)
    _ = second.read(until: "/v1.0/me\n")
    let (code, both) = health()
    expectEqual(code, .failure)
    #expect(both.errors.hasPrefix("mockidp: 2 servers run here: https://localhost:"))
    #expect(both.errors.contains(" (throttled)"))
    #expect(both.errors.hasSuffix("Name one with --url URL, or in MOCKIDP_URL.\n"))
    expectEqual(health("--url", server.ready.authority).code, .success)
    second.signal(SIGTERM)
    _ = second.wait()
    expectEqual(health().code, .success)
  }

  @Test func verifyTellsWhatIsMissing() throws {
    let server = try serve("--scenario", "expired-refresh")
    let recorder = Recorder()
    let words = ["verify", "--ready-file", server.readyPath]
    expectEqual(CommandLineProgram.run(words, on: recorder.console(environment: server.environment)), .failure)
    #expect(recorder.output.hasPrefix("not met  "))
  }

  @Test func verifyAsksForWhatItIsGiven() throws {
    let server = try serve()
    func verify(_ words: String...) -> (code: ExitCode, Recorder) {
      let recorder = Recorder()
      let words = ["verify"] + words + ["--ready-file", server.readyPath]
      return (CommandLineProgram.run(words, on: recorder.console(environment: server.environment)), recorder)
    }
    expectEqual(verify("--expect", "signIn,never=true").code, .success)
    let (code, unmet) = verify("--expect", "event=signIn,user=alice")
    expectEqual(code, .failure)
    expectEqual(
      unmet.output,
      """
      not met  signIn, user alice: expected at least once, found never
               nothing like it happened

      """)
    let (usage, wrong) = verify("--expect", "event=signin")
    expectEqual(usage, .usage)
    #expect(wrong.errors.hasPrefix("mockidp: Line 1, column 21: unknown event 'signin'; did you mean 'signIn'?"))

    let file = server.directory.path + "/expected.yaml"
    let junit = server.directory.path + "/result.xml"
    try TextFile.replace(file, with: "expect:\n  - event: signIn\n    user: <eve>\n")
    #expect(verify("--file", file).1.errors.hasPrefix("mockidp: \(file): Line 3, column 11: unknown user '<eve>'"))
    try TextFile.replace(file, with: "expect:\n  - event: signIn\n  - event: signOut\n    never: true\n")
    expectEqual(verify("--file", file, "--junit", junit).code, .failure)
    try Golden.expect(TextFile.read(junit), is: "verdict.xml")
  }

  @Test func theServersOwnWordsEndACommand() throws {
    let server = try serve()
    let recorder = Recorder()
    let words = ["explain", "999", "--ready-file", server.readyPath]
    expectEqual(CommandLineProgram.run(words, on: recorder.console(environment: server.environment)), .failure)
    #expect(recorder.errors.hasPrefix("mockidp: There is no exchange '999'. 'mockidp journal' lists "))
  }

  @Test func theAuthorityOfAnotherServerIsNotTrusted() throws {
    let server = try serve()
    let other = try serve()
    let recorder = Recorder()
    let words = ["token", "--url", server.ready.authority, "--ca", other.ready.certificateAuthority]
    expectEqual(CommandLineProgram.run(words, on: recorder.console()), .failure)
    #expect(recorder.errors.contains("Name its certificate authority with --ca FILE."))
  }

  /// A user without a home directory, such as that of a container, has no certificate authority, now or later.
  @Test func theAuthorityOfAUserWithoutAHomeIsNotPromised() {
    let recorder = Recorder()
    let console = recorder.console(environment: ["MOCKIDP_HOME": "/dev/null/mockidp"])
    expectEqual(CommandLineProgram.run(["ca"], on: console), .failure)
    expectEqual(
      recorder.errors, "mockidp: this user has no home directory; name a directory of its own in MOCKIDP_HOME\n")
  }

  /// A server removes its ready file when it ends.
  @Test func theReadyFileOfAStoppedServerIsNamed() throws {
    let server = try serve()
    server.process.signal(SIGTERM)
    expectEqual(server.process.wait(), 0)
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["clock", "--ready-file", server.readyPath], on: recorder.console()), .failure)
    expectEqual(
      recorder.errors,
      "mockidp: there is no \(server.readyPath): the server that writes it has ended, or is not ready yet\n")
  }

  @Test func certificateAuthorityIsPrintedAlone() throws {
    let server = try serve()
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(["ca"], on: recorder.console(environment: server.environment)), .success)
    try expectEqual(recorder.output, TextFile.read(server.ready.certificateAuthority))
    #expect(recorder.errors.contains("update-ca-certificates"))
  }

  @Test(arguments: [
    (
      ["health"],
      "mockidp: Nobody listens on localhost port 1. Start one with 'mockidp serve', or name another with --url URL.\n"
    ),
    (["health", "--quiet"], ""),
  ])
  func healthFailsWithoutAServer(_ words: [String], _ errors: String) {
    let recorder = Recorder()
    let console = recorder.console(environment: ["MOCKIDP_URL": "https://localhost:1", "MOCKIDP_HOME": "/nowhere"])
    expectEqual(CommandLineProgram.run(words, on: console), .failure)
    expectEqual(recorder.errors, errors)
    #expect(recorder.output.isEmpty)
  }
}
