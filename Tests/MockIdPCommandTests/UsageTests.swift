import Expectations
import Testing

@testable import MockIdPCommand

/// Every message about arguments that make no sense.
struct UsageTests {
  struct Case: CustomTestStringConvertible {
    let line: String
    let message: String
    /// The command whose help is offered.
    var command = ""

    init(_ line: String, _ message: String, in command: String = "") {
      self.line = line
      self.message = message
      self.command = command
    }

    var testDescription: String { "mockidp \(line)" }
  }

  @Test(arguments: [
    Case("", "a command is missing; 'mockidp serve' runs the server"),
    Case("frobnicate", "there is no command frobnicate"),
    Case("srve", "there is no command srve; did you mean serve?"),
    Case("--verbose", "there is no command --verbose"),
    Case("help tokn", "there is no command tokn; did you mean token?"),

    Case("serve --scenaro x", "there is no option --scenaro; did you mean --scenario?", in: "serve"),
    Case("serve --no-such-thing", "there is no option --no-such-thing", in: "serve"),
    Case("serve -p 1", "there is no option -p", in: "serve"),
    Case("serve --scenario", "--scenario needs a value: --scenario NAME|FILE", in: "serve"),
    Case("serve --scenario --quiet", "--scenario needs a value: --scenario NAME|FILE", in: "serve"),
    Case("serve --scenario=", "the value of --scenario is empty", in: "serve"),
    Case("serve --quiet=yes", "--quiet takes no value", in: "serve"),
    Case("serve --seed 1 --seed 2", "--seed is given twice", in: "serve"),
    Case("serve --quiet --quiet", "--quiet is given twice", in: "serve"),
    Case("serve --cluster postgresql://a --cluster postgresql://b", "--cluster is given twice", in: "serve"),
    Case("cluster init --cluster postgresql://a --cluster postgresql://b", "--cluster is given twice", in: "cluster"),
    Case("serve happy-path now", "\"now\" is one word too many", in: "serve"),
    Case("serve a --scenario b", "the scenario is given twice: \"a\" and --scenario b", in: "serve"),
    Case("serve --https-port https", number("--https-port", 0, 65535, "https"), in: "serve"),
    Case("serve --https-port 65536", number("--https-port", 0, 65535, "65536"), in: "serve"),
    Case("serve --http-port +80", number("--http-port", 0, 65535, "+80"), in: "serve"),
    Case("serve --http-port=-1", number("--http-port", 0, 65535, "-1"), in: "serve"),
    Case("serve --http-port ８", number("--http-port", 0, 65535, "８"), in: "serve"),
    Case("serve --seed 0x1", number("--seed", 0, UInt64.max, "0x1"), in: "serve"),
    Case("serve --https-port 9 --http-port 9", "HTTPS and HTTP cannot both listen on port 9", in: "serve"),
    Case("serve --reset", "--reset needs --data DIR", in: "serve"),
    Case("serve --public-url login.example.test", publicURL("login.example.test"), in: "serve"),
    Case("serve --public-url https://", publicURL("https:"), in: "serve"),
    Case("serve --public-url https://a.test/path", publicURL("https://a.test/path"), in: "serve"),
    Case("serve --head-timeout soon", time("--head-timeout", "soon"), in: "serve"),
    Case("serve --head-timeout 10", time("--head-timeout", "10"), in: "serve"),
    Case("serve --idle-timeout 0s", "--idle-timeout has to be longer than nothing", in: "serve"),
    Case("serve --max-head-bytes 1", number("--max-head-bytes", 256, 1 << 30, "1"), in: "serve"),
    Case("serve --max-connections 0", number("--max-connections", 1, 1_000_000, "0"), in: "serve"),
    Case("serve --max-header-fields 0", number("--max-header-fields", 1, 100_000, "0"), in: "serve"),

    Case("serve --cloud usgv", "there is no cloud usgv; did you mean usgov?", in: "serve"),
    Case(
      "serve --trusted-proxy nginx", "--trusted-proxy takes addresses such as 127.0.0.1 or 10.0.0.0/8, not \"nginx\"",
      in: "serve"),
    Case(
      "serve --proxy-passthrough http://a.test",
      "--proxy-passthrough takes a host such as api.test, api.test:8080 or *.example.com, not \"http://a.test\"",
      in: "serve"),
    Case("hosts --apply --remove", "give --apply or --remove, not both", in: "hosts"),
    Case("hosts --remove --address ::1", "--address does not go with --remove", in: "hosts"),
    Case(
      "hosts --address localhost", "--address takes an IP address such as 127.0.0.1, not \"localhost\"", in: "hosts"),
    Case("hosts *.b2clogin.com", "\"*.b2clogin.com\" is not a host name that a hosts file can hold", in: "hosts"),

    Case("env --direct --proxy", "give --direct or --proxy, not both", in: "env"),
    Case("env --format bsh", "there is no format bsh; did you mean sh?", in: "env"),
    Case(
      "env --proxy-url localhost:8080", "--proxy-url takes a URL such as http://localhost:8080, not \"localhost:8080\"",
      in: "env"),
    Case("snippet msal-pyton", "there is no snippet msal-pyton; did you mean msal-python?", in: "snippet"),
    Case("snippet curl curl", "\"curl\" is one word too many", in: "snippet"),

    Case("exec", "the command to run is missing: mockidp exec -- COMMAND", in: "exec"),
    Case("exec --", "the command to run is missing: mockidp exec -- COMMAND", in: "exec"),
    Case("exec --scenario", "--scenario needs a value: --scenario NAME|FILE", in: "exec"),
    Case("exec --watch -- true", "there is no option --watch", in: "exec"),
    Case("exec --https-port 9 --http-port 9 true", "HTTPS and HTTP cannot both listen on port 9", in: "exec"),
    Case("exec --expect =1 true", expectation("=1"), in: "exec"),
    Case("verify --expect never:signIn", expectation("never:signIn"), in: "verify"),

    Case("verify now", "\"now\" is one word too many", in: "verify"),
    Case("verify --expect event=", expectation("event="), in: "verify"),
    Case("verify --expect signIn,,count=1", expectation("signIn,,count=1"), in: "verify"),
    Case(
      "verify --expect user=alice,user=bob", "--expect has user twice: \"user=alice,user=bob\"", in: "verify"),
    Case("verify --expect signIn --file x", "give --expect or --file, not both", in: "verify"),

    Case("token alice", "there is no action alice", in: "token"),
    Case("token --usr alice", "there is no option --usr; did you mean --user?", in: "token"),
    Case("token --url localhost", "--url takes a URL such as https://localhost:8443, not \"localhost\"", in: "token"),
    Case("token --url https://a --ready-file b", "give --url or --ready-file, not both", in: "token"),
    Case("ca --path --how", "give --path or --how, not both", in: "ca"),
    Case("ca now", "\"now\" is one word too many", in: "ca"),

    Case("completions", "shell is missing: bash, zsh or fish", in: "completions"),
    Case("cluster", "action is missing: init", in: "cluster"),
    Case("completions powershell", "there is no shell powershell", in: "completions"),
    Case("completions bsh", "there is no shell bsh; did you mean bash?", in: "completions"),
    Case("advice all", "\"all\" is one word too many", in: "advice"),
    Case("advice --strct", "there is no option --strct; did you mean --strict?", in: "advice"),

    Case("scenario", "action is missing: list, show, new, check, from-har or schema", in: "scenario"),
    Case("scenario lst", "there is no action lst; did you mean list?", in: "scenario"),
    Case("scenario show", "NAME is missing", in: "scenario"),
    Case("scenario show a b", "\"b\" is one word too many", in: "scenario"),
    Case("scenario show a --json", "--json goes with list and check only", in: "scenario"),
    Case("scenario check", "FILE is missing", in: "scenario"),
    Case("scenario new", "NAME is missing", in: "scenario"),
    Case("scenario show a --from b", "--from goes with new only", in: "scenario"),

    Case("journal --last 0", number("--last", 1, 1_000_000, "0"), in: "journal"),
    Case("journal --har --follow", "--har goes neither with --follow nor with --json", in: "journal"),
    Case("explain", "what to explain is missing", in: "explain"),
    Case("explain 1 2", "\"2\" is one word too many", in: "explain"),
    Case("provision", "action is missing: run or check", in: "provision"),
    Case("provision run", "APP is missing", in: "provision"),
    Case("provision run product stats", "there is no word stats; did you mean status?", in: "provision"),
    Case("provision run product status now", "\"now\" is one word too many", in: "provision"),
    Case("provision run product status --dry-run", "--dry-run does not go with status", in: "provision"),
    Case("provision run product log --dry-run", "--dry-run does not go with log", in: "provision"),
    Case("provision run product status --on-demand ann", "give status or --on-demand, not both", in: "provision"),
    Case("provision run product initial --on-demand ann", "give initial or --on-demand, not both", in: "provision"),
    Case("provision run product cycle --group sellers", "give cycle or --group, not both", in: "provision"),
    Case("provision run product log --group sellers", "give log or --group, not both", in: "provision"),
    Case("provision run product --last 5", "--last goes with log only", in: "provision"),
    Case("provision run product status --last 5", "--last goes with log only", in: "provision"),
    Case("provision check --list --only F", "--only does not go with --list", in: "provision"),
    Case(
      "provision check http://a/scim --list", "\"http://a/scim\" is one word too many: --list asks no server",
      in: "provision"),
    Case("provision check http://a/scim --world b", "--world goes with run only", in: "provision"),
    Case("provision check http://a/scim --ready-file b", "--ready-file goes with run only", in: "provision"),
    Case("clock tick", "there is no action tick", in: "clock"),
    Case("clock frezee", "there is no action frezee; did you mean freeze?", in: "clock"),
    Case("clock advance", "DURATION is missing", in: "clock"),
    Case("clock advance tomorrow", time("advance", "tomorrow"), in: "clock"),
    Case("clock set", "TIME is missing", in: "clock"),
    Case(
      "clock set 5/1/2026", "set takes a time such as 2026-01-05T09:00:00Z, not \"5/1/2026\"", in: "clock"),
    Case("clock show 1d", "\"1d\" is one word too many", in: "clock"),
    Case(
      "age", "kind is missing: refreshTokens, sessions, codes, deviceCodes, passwords, signInFlows or clientAssertions",
      in: "age"),
    Case("age refreshtoken", "there is no kind refreshtoken; did you mean refreshTokens?", in: "age"),
    // What cannot be aged says what to do instead.
    Case(
      "age accessTokens",
      "there is no kind accessTokens, only refreshTokens, sessions, codes, deviceCodes, passwords, signInFlows and "
        + "clientAssertions. An access token and an ID token say themselves when they end: set lifetimes ('lifetimes: "
        + "{ accessToken: 1m }' in a scenario, PATCH …/lifetimes), advance the clock ('mockidp clock advance 2h'), or mint "
        + "one that has ended ('mockidp token mint --damage expired').", in: "age"),
    Case("age codes --by 91", time("--by", "91"), in: "age"),
    Case("reset all", "\"all\" is one word too many", in: "reset"),
    Case("health --wait", "there is no option --wait", in: "health"),
    Case("version 1", "\"1\" is one word too many", in: "version"),
  ])
  func refuses(_ c: Case) {
    let recorder = Recorder()
    let code = CommandLineProgram.run(c.line.split(separator: " ").map(String.init), on: recorder.console())
    expectEqual(code, .usage)
    let program = c.command.isEmpty ? "mockidp" : "mockidp \(c.command)"
    expectEqual(recorder.errors, "\(program): \(c.message)\nTry '\(program) --help'.\n")
    // A shell evaluates what 'env' prints, and has to see that it failed.
    expectEqual(recorder.output, c.command == "env" ? "false\n" : "")
  }

  private static func expectation(_ text: String) -> String {
    "--expect takes KEY=VALUE,… such as event=signIn,count=1, not \"\(text)\""
  }

  private static func number(_ option: String, _ first: UInt64, _ last: UInt64, _ given: String) -> String {
    "\(option) takes a whole number from \(first) to \(last), not \"\(given)\""
  }

  private static func time(_ name: String, _ given: String) -> String {
    "\(name) takes a span of time such as 30s, 15m, 1h30m or 90d, not \"\(given)\""
  }

  private static func publicURL(_ given: String) -> String {
    "--public-url takes scheme and host, such as https://login.example.test, not \"\(given)\""
  }
}
