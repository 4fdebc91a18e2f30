import Bytes
import Expectations
import HTTPServer
import HTTPWire
import JSON
import MockIdP
import Policy
import Testing
import Time
import Worlds

@testable import MockIdPCommand

/// What the words of a command line become.
struct ParsingTests {
  private func parse<Parsed: Command>(_ line: String, as type: Parsed.Type = Parsed.self) throws -> Parsed {
    try #require(CommandLineProgram.command(line.split(separator: " ").map(String.init)) as? Parsed)
  }

  @Test func serveHasDefaults() throws {
    let serve: ServeCommand = try parse("serve")
    expectEqual(serve.scenario, "happy-path")
    expectEqual(serve.host, "127.0.0.1")
    expectEqual(serve.httpsPort, 8443)
    expectNil(serve.httpPort)
    #expect(serve.hostnames.isEmpty)
    expectNil(serve.publicURL)
    expectEqual(serve.cloud, .global)
    #expect(serve.trustedProxies.isEmpty)
    try #expect(serve.passthrough.hosts(on: Recorder().console()).isEmpty)
    expectNil(serve.trustDirectory)
    expectNil(serve.dataDirectory)
    #expect(!serve.startsOver)
    expectNil(serve.seed)
    expectNil(serve.readyFile)
    expectNil(serve.controlToken)
    expectEqual(serve.limits, HTTPLimits())
    #expect(!serve.isQuiet)
    #expect(!serve.isVerbose)
  }

  @Test(arguments: ["serve expired-refresh", "serve --scenario expired-refresh", "serve --quiet expired-refresh"])
  func serveTakesTheScenario(line: String) throws {
    let serve: ServeCommand = try parse(line)
    expectEqual(serve.scenario, "expired-refresh")
  }

  @Test func serveTakesEveryOption() throws {
    let serve: ServeCommand = try parse(
      """
      serve --scenario mine.yaml --host 0.0.0.0 --https-port 443 --http-port=80 --hostname idp --hostname=mockidp.test \
      --public-url https://login.example.test:9443/ --cloud usgov --trusted-proxy 10.0.0.0/8 \
      --trusted-proxy ::1 --proxy-passthrough *.test \
      --trust-files certs --arc-tokens /arc --data state --reset --seed 18446744073709551615 \
      --ready-file ready.json --control-token secret --max-head-bytes 4096 --max-body-bytes 10 --max-header-fields 7 \
      --head-timeout 500ms --idle-timeout 1m30s --max-connections 12 --quiet --verbose
      """)
    expectEqual(serve.scenario, "mine.yaml")
    expectEqual(serve.host, "0.0.0.0")
    expectEqual(serve.httpsPort, 443)
    expectEqual(serve.httpPort, 80)
    expectEqual(serve.hostnames, ["idp", "mockidp.test"])
    expectEqual(serve.publicURL, "https://login.example.test:9443")
    expectEqual(serve.cloud, .usGovernment)
    expectEqual(serve.trustedProxies, ["10.0.0.0/8", "::1"].compactMap { IPNetwork($0) })
    try expectEqual(serve.passthrough.hosts(on: Recorder().console()).map(\.description), ["*.test"])
    expectEqual(serve.trustDirectory, "certs")
    expectEqual(serve.arcTokenDirectory, "/arc")
    expectEqual(serve.dataDirectory, "state")
    #expect(serve.startsOver)
    expectEqual(serve.seed, .max)
    expectEqual(serve.readyFile, "ready.json")
    expectEqual(serve.controlToken, "secret")
    expectEqual(serve.limits.sizes.headBytes, 4096)
    expectEqual(serve.limits.sizes.bodyBytes, 10)
    expectEqual(serve.limits.sizes.longerBodies, [])
    let usual: ServeCommand = try parse("serve --max-body-bytes 1048576")
    expectEqual(usual.limits.sizes.longerBodies, [], "who says a limit means mail too, also the usual one")
    expectEqual(serve.limits.sizes.fieldCount, 7)
    expectEqual(serve.limits.headTime, .milliseconds(500))
    expectEqual(serve.limits.idleTime, .seconds(90))
    expectEqual(serve.limits.maximumConnections, 12)
    #expect(serve.isQuiet)
    #expect(serve.isVerbose)
  }

  @Test func freePortsMayBeAskedForTwice() throws {
    let serve: ServeCommand = try parse("serve --https-port 0 --http-port 0")
    expectEqual(serve.httpsPort, 0)
    expectEqual(serve.httpPort, 0)
  }

  @Test func token() throws {
    let plain: TokenCommand = try parse("token")
    expectNil(plain.scope)
    expectNil(plain.user)
    #expect(!plain.decodes)
    let full: TokenCommand = try parse(
      "token --user bob --client spa --scope openid --decode --json --url https://idp:1 --ca ca.pem --control-token t"
    )
    expectEqual(full.user, "bob")
    expectEqual(full.client, "spa")
    expectEqual(full.scope, "openid")
    #expect(full.decodes)
    #expect(full.isJSON)
    expectEqual(full.server.url, "https://idp:1")
    expectEqual(full.server.certificateAuthority, "ca.pem")
    expectEqual(full.server.controlToken, "t")
  }

  struct ClockCase: CustomTestStringConvertible {
    let line: String
    let word: String
    /// As the server reads it.
    var operand: String?
    var testDescription: String { line }
  }

  @Test(arguments: [
    ClockCase(line: "clock", word: "show"),
    ClockCase(line: "clock show", word: "show"),
    ClockCase(line: "clock advance 90d", word: "advance", operand: "90d"),
    ClockCase(line: "clock advance 90m", word: "advance", operand: "1h30m"),
    ClockCase(line: "clock set 2026-01-05T09:00:00Z", word: "set", operand: "2026-01-05T09:00:00Z"),
    ClockCase(line: "clock set 2026-01-05T10:00+01:00", word: "set", operand: "2026-01-05T09:00:00Z"),
    ClockCase(line: "clock freeze", word: "freeze"),
    ClockCase(line: "clock resume", word: "resume"),
  ])
  func clock(_ c: ClockCase) throws {
    let command: ClockCommand = try parse(c.line)
    expectEqual(command.chosen, ChosenAction(word: c.word, operands: c.operand.map { [$0] } ?? []))
  }

  /// Each option with the words that it has an effect on; the refusals stand in `UsageTests`.
  @Test(arguments: [
    "provision run product", "provision run product cycle --dry-run", "provision run product initial --dry-run --json",
    "provision run product --dry-run --on-demand ann --group sellers", "provision run product status --json",
    "provision run product log --last 5 --world other", "provision check http://a/scim --only F --ca ca.pem --json",
    "provision check --list --json",
  ])
  func provisionTakesWhatHasAnEffect(line: String) throws {
    let command: ProvisionCommand = try parse(line)
    expectEqual(command.chosen.word, String(line.split(separator: " ")[1]))
    expectEqual(command.running.isDryRun, line.contains("--dry-run"))
  }

  struct ExplainCase: CustomTestStringConvertible {
    let word: String
    let subject: ExplainCommand.Subject
    let testDescription: String
  }

  @Test(arguments: [
    ExplainCase(word: "AADSTS50173", subject: .refusal("AADSTS50173"), testDescription: "a code"),
    ExplainCase(word: "50173", subject: .refusal("50173"), testDescription: "its digits"),
    ExplainCase(word: "grantRevoked", subject: .refusal("grantRevoked"), testDescription: "a name"),
    ExplainCase(
      word: "MethodNotAllowed", subject: .provisioning(.methodNotAllowed), testDescription: "a code of provisioning"),
    ExplainCase(
      word: "methodNotAllowed", subject: .refusal("methodNotAllowed"),
      testDescription: "a name of the catalogue with the same letters"),
    ExplainCase(
      word: "TooManyDeletes:", subject: .provisioning(.tooManyDeletes), testDescription: "the beginning of a line"),
    ExplainCase(word: "12", subject: .exchange("12"), testDescription: "a number too small for a code"),
    ExplainCase(
      word: "8D7F2C1E-52A4-4F0E-9A51-0F6F1C6F6A00", subject: .exchange("8D7F2C1E-52A4-4F0E-9A51-0F6F1C6F6A00"),
      testDescription: "a trace id"),
  ])
  func explain(_ c: ExplainCase) throws {
    let command: ExplainCommand = try parse("explain \(c.word)")
    expectEqual(command.subject, c.subject)
  }

  @Test func age() throws {
    let command: AgeCommand = try parse("age refreshTokens --user alice --client mobile --by 91d")
    expectEqual(command.chosen, ChosenAction(word: "refreshTokens"))
    expectEqual(command.user, "alice")
    expectEqual(command.client, "mobile")
    expectEqual(command.by, .days(91))
    try expectNil(parse("age codes", as: AgeCommand.self).by)
  }

  struct ScenarioCase: CustomTestStringConvertible {
    let line: String
    let word: String
    let operands: [String]
    var isJSON = false
    var base: String?
    var testDescription: String { line }
  }

  @Test(arguments: [
    ScenarioCase(line: "scenario list --json", word: "list", operands: [], isJSON: true),
    ScenarioCase(line: "scenario list a b", word: "list", operands: ["a", "b"]),
    ScenarioCase(line: "scenario show mfa", word: "show", operands: ["mfa"]),
    ScenarioCase(line: "scenario check a.yaml b.yaml", word: "check", operands: ["a.yaml", "b.yaml"]),
    ScenarioCase(line: "scenario check --json -- -.yaml", word: "check", operands: ["-.yaml"], isJSON: true),
    ScenarioCase(line: "scenario new mine", word: "new", operands: ["mine"]),
    ScenarioCase(line: "scenario new mine --from ./a.yaml", word: "new", operands: ["mine"], base: "./a.yaml"),
    ScenarioCase(line: "scenario schema", word: "schema", operands: []),
  ])
  func scenario(_ c: ScenarioCase) throws {
    let command: ScenarioCommand = try parse(c.line)
    expectEqual(command.chosen, ChosenAction(word: c.word, operands: c.operands))
    expectEqual(command.isJSON, c.isJSON)
    expectEqual(command.base, c.base)
  }

  @Test func execLeavesTheCommandsOwnWordsAlone() throws {
    let exec: ExecCommand = try parse("exec --scenario throttled --expect signIn,count=2 npm test --help --json")
    expectEqual(exec.scenario, "throttled")
    expectEqual(exec.inline, [["event": "signIn", "count": "2"]])
    expectEqual(exec.words, ["npm", "test", "--help", "--json"])
    expectEqual(exec.httpsPort, 0)
    expectEqual(exec.httpPort, 0)
    let dashed: ExecCommand = try parse("exec --https-port 9443 --quiet -- -odd --quiet")
    expectNil(dashed.scenario)
    expectEqual(dashed.httpsPort, 9443)
    expectEqual(dashed.words, ["-odd", "--quiet"])
  }

  @Test(arguments: ["exec --help", "exec -h true", "exec --scenario x --help", "exec --quiet --help -- true"])
  func helpOfExecStandsBeforeTheCommand(_ line: String) throws {
    try expectEqual(parse(line, as: HelpCommand.self).topic, "exec")
  }

  @Test func verify() throws {
    let command: VerifyCommand = try parse(
      "verify --expect event=token.refused,code=AADSTS700082,count=1 --expect signOut,never=true --junit r.xml --json")
    expectEqual(
      command.inline,
      [
        ["event": "token.refused", "code": "AADSTS700082", "count": "1"], ["event": "signOut", "never": "true"],
      ])
    expectEqual(command.junit, "r.xml")
    #expect(command.isJSON)
    try expectEqual(parse("verify --file x.yaml", as: VerifyCommand.self).file, "x.yaml")
  }

  @Test func journal() throws {
    let command: JournalCommand = try parse(
      "journal --last 5 --user bob --error invalid_grant --json --follow --ready-file r.json")
    expectEqual(command.last, 5)
    expectEqual(command.user, "bob")
    expectEqual(command.error, "invalid_grant")
    #expect(command.follows)
    #expect(command.isJSON)
    expectEqual(command.server.readyFile, "r.json")
  }

  @Test(arguments: ["serve --help", "serve -h", "help serve", "serve --scenario x --help"])
  func helpIsAskedForInManyWays(_ line: String) throws {
    try expectEqual(parse(line, as: HelpCommand.self).topic, "serve")
  }

  /// An option is declared once, as a member of its command: two of one name would hide each other.
  @Test(arguments: CommandLineProgram.commands.map { $0.manual.name })
  func optionsAreTheMembersOfACommand(_ name: String) throws {
    let type = try #require(CommandLineProgram.type(named: name))
    expectEqual(type.manual.options, type.init().options)
    expectEqual(Set(type.manual.options.map(\.name)).count, type.manual.options.count)
  }

  /// A value belongs to the command that was parsed, and to no other.
  @Test func commandsShareNoValues() throws {
    let first: AgeCommand = try parse("age codes --user alice --url https://a")
    let second: AgeCommand = try parse("age codes")
    expectEqual(first.user, "alice")
    expectEqual(first.server.url, "https://a")
    expectNil(second.user)
    expectNil(second.server.url)
  }

  @Test func theProgramItselfHasHelpAndVersion() throws {
    try expectNil(parse("--help", as: HelpCommand.self).topic)
    try expectNil(parse("help", as: HelpCommand.self).topic)
    _ = try parse("--version", as: VersionCommand.self)
    _ = try parse("version", as: VersionCommand.self)
  }
}
