import Expectations
import JSON
import Testing

@testable import MockIdPCommand

/// The commands that change a world: what their words become.
struct SteeringTests {
  private func parse<Parsed: Command>(_ words: [String], as type: Parsed.Type = Parsed.self) throws -> Parsed {
    try #require(CommandLineProgram.command(words) as? Parsed)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func settingsBecomeAMapping() throws {
    let words = [
      "user", "create", "carol", "--set", "displayName=Carol: C", "--set", "enabled=false", "--set", "roles=[A B]",
    ]
    let command: UserCommand = try parse(words)
    expectEqual(command.chosen, ChosenAction(word: "create", operands: ["carol"]))
    expectEqual(
      text(Setting.mapping(command.settings, alias: "carol")),
      #"{"alias": "carol", "displayName": "Carol: C", "enabled": false, "roles": [A B]}"#)
  }

  @Test func verbsTakeSeveralUsers() throws {
    let command: UserCommand = try parse(["user", "resetPassword", "alice", "bob", "--to", "x", "--revoke"])
    expectEqual(command.chosen, ChosenAction(word: "resetPassword", operands: ["alice", "bob"]))
    #expect(command.revokes && command.password == "x")
  }

  @Test func rulesAreWrittenWithoutBraces() throws {
    let command: RuleCommand = try parse([
      "rule", "add", "--name", "busy", "--when", "endpoint:token", "--then", "refuse: AADSTS90033", "--then",
      "revokeSessions",
    ])
    expectEqual(
      command.rule, #"{name: "busy", when: {endpoint: token}, then: [{refuse: AADSTS90033}, revokeSessions]}"#)
  }

  @Test func aMintedTokenIsOrderedWithItsFaults() throws {
    let words = [
      "token", "mint", "--client", "mobile", "--user", "alice", "--claim", "roles=[\"Admin\"]", "--claim", "oid=7x",
      "--without", "tid", "--damage", "expired", "--damage", "badSignature", "--lifetime", "5m", "--kind", "idToken",
    ]
    let command: TokenCommand = try parse(words)
    expectEqual(command.chosen.word, "mint")
    var body = JSONObject()
    command.order.add(to: &body)
    expectEqual(
      JSONValue.object(body),
      [
        "kind": "idToken", "lifetime": "5m", "with": ["expired", "badSignature"],
        "claims": ["roles": ["Admin"], "oid": "7x"], "without": ["tid"],
      ])
  }

  @Test(arguments: [
    ("user", "action is missing: list, show, create"),
    ("user disabel alice", "did you mean disable?"),
    ("user disable", "NAME is missing"),
    ("user show alice --to x", "--to goes with changePassword and resetPassword only"),
    ("user disable alice --revoke", "--revoke goes with resetPassword only"),
    ("user lock alice --unregistered", "--unregistered goes with requireMfa only"),
    ("user list --set mfa=none", "--set goes with create and change only"),
    ("user change alice", "say what changes"),
    ("user change alice --set mfa", "--set takes KEY=VALUE, not \"mfa\""),
    ("user change alice --set mfa=none --set mfa=required", "--set mfa is given twice"),
    ("consent grant", "grant needs the app: --client NAME"),
    ("consent withdraw --client a --scope b", "--scope goes with grant only"),
    ("rule add", "add needs a FILE, or --when PATTERN and --then ACTION"),
    ("world list --name x", "--scenario, --name, --replace, --seed, --idle-timeout and --ids go with create only"),
    ("world create --output x", "--output and --terraform go with export only"),
    ("token list --kind x", "--kind, --claim, --without, --damage and --lifetime go with mint only"),
    ("rule add --when endpoint:token", "add needs a FILE"),
    ("rule add a.yaml --name b", "not with a FILE"),
    ("rule remove", "NAME is missing"),
    ("token mint", "mint needs the app: --client NAME"),
    ("token --damage expired", "go with mint only"),
    ("token list --claim a=b", "go with mint only"),
    ("token inspect", "TOKEN is missing"),
    ("token mint --client a --claim b", "--claim takes NAME=VALUE, not \"b\""),
  ])
  func mistakesAreNamed(_ line: String, _ says: String) {
    let recorder = Recorder()
    expectEqual(CommandLineProgram.run(line.split(separator: " ").map(String.init), on: recorder.console()), .usage)
    #expect(recorder.errors.contains(says), "\(recorder.errors)")
  }
}
