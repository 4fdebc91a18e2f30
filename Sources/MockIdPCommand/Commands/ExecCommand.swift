import JSON
import Scenarios

/// Runs a command with a server of its own, then checks the expectations.
struct ExecCommand: Command {
  static let httpsPort = Option.value("--https-port", "PORT", "The port for HTTPS (default: a free one).")
  static let httpPort = Option.value(
    "--http-port", "PORT", "The port for plain HTTP and the proxy (default: a free one).")
  static let journal = Option.value("--journal", "FILE", "Write all exchanges there at the end, as JSON.")
  static let junit = VerifyCommand.junit
  static let proxy = Option.flag("--proxy", EnvCommand.proxy.meaning)
  static let hosts = Option.flag(
    "--hosts", "The same by a hosts file that only the command sees (Linux); also for what ignores proxies.")
  static let quiet = Option.flag("--quiet", "Say nothing unless something failed.")

  static let manual = Manual(
    name: "exec", summary: "run a command with its own server, then check what was expected",
    forms: ["exec [--scenario NAME|FILE] [options] [--] COMMAND [ARGUMENT]..."],
    details: [
      """
      Starts a server on free ports, runs the command with the variables it needs to find and trust that server, passes \
      signals on, and stops the server when the command ends. Then it checks what the named scenario and --expect expect, \
      and says so on standard error.
      """,
      """
      Exits with the command's own code; with 3 when the command went well but something expected did not happen; with \
      125 when the server cannot be started, 126 when the command cannot be run, and 127 when there is no such command. A \
      command that a signal ended counts 128 and the signal's number.
      """,
      """
      The default scenario, happy-path, expects nothing. What happened before a reset of the world counts for \
      the verdict too.
      """,
    ],
    options: [
      ServeCommand.scenario, ScenarioSource.app, ServeCommand.adopt, InlineExpectation.option, HostingOption.place,
      HostingOption.identity, proxy, hosts,
      EnvCommand.browser, PassthroughOption.option, httpsPort, httpPort, ServeCommand.hostname, ServeCommand.seed,
      journal, junit, quiet,
      ServeCommand.verbose,
    ],
    takesCommand: true,
    examples: [
      .init("mockidp exec -- npm test", "A test run that finds the server in its environment."),
      .init(
        "mockidp exec --scenario expired-refresh -- pytest tests/renewal.py", "Tests, and what must have happened."),
      .init("mockidp exec --expect event=signIn,count=1 ./run-tests", "One more expectation."),
      .init("mockidp exec --journal journal.json -- make check", "Keeps the exchanges as an artifact of the job."),
      .init("mockidp exec --proxy -- npm test", "The app stays as it is: Microsoft's names, through the proxy."),
      .init("mockidp exec --hosts -- ./run-tests", "The same for a program that knows no proxy."),
      .init("mockidp exec --as managed-identity -- ./run-tests", "The app seems to run on a virtual machine."),
      .init("mockidp exec -- env", "Which variables there are."),
    ])

  /// Nil for the default scenario.
  let scenario: String?
  /// The apps that take the places of seeded ones.
  let standIns: [StandIn]
  let inline: JSONValue?
  /// How the command reaches the server.
  let way: RuntimeEnvironment.Way
  /// Where the command seems to run; nil for nowhere in particular.
  let hosting: HostingOption?
  let isForBrowser: Bool
  let passthrough: PassthroughOption
  let hostnames: [String]
  let httpsPort: UInt16
  let httpPort: UInt16
  let seed: UInt64?
  let journal: String?
  let junit: String?
  let adoption: AdoptionOption
  let isQuiet: Bool
  let isVerbose: Bool
  /// The command and its arguments; never empty.
  let words: [String]

  init(_ arguments: inout Arguments) throws(UsageError) {
    scenario = arguments.value(ServeCommand.scenario)
    standIns = try ScenarioSource.standIns(arguments)
    inline = try InlineExpectation.values(arguments)
    if arguments.has(Self.proxy), arguments.has(Self.hosts) {
      throw arguments.error("give --proxy or --hosts, not both")
    }
    way = arguments.has(Self.proxy) ? .proxy : arguments.has(Self.hosts) ? .hosts : .direct
    if way == .hosts, arguments.has(Self.httpsPort) {
      throw arguments.error("--https-port does not go with --hosts: apps call the names in a hosts file at port 443")
    }
    hosting = try HostingOption.read(arguments)
    isForBrowser = arguments.has(EnvCommand.browser)
    passthrough = try PassthroughOption(arguments)
    hostnames = arguments.values(ServeCommand.hostname)
    httpsPort = try way == .hosts ? 443 : arguments.number(Self.httpsPort) ?? 0
    httpPort = try arguments.number(Self.httpPort) ?? 0
    seed = try arguments.number(ServeCommand.seed)
    journal = arguments.value(Self.journal)
    junit = arguments.value(Self.junit)
    adoption = AdoptionOption(arguments)
    isQuiet = arguments.has(Self.quiet)
    isVerbose = arguments.has(ServeCommand.verbose)
    words = arguments.remaining()
    if words.isEmpty { throw arguments.error("the command to run is missing: mockidp exec -- COMMAND") }
    if httpsPort == httpPort, httpsPort != 0 {
      throw arguments.error("HTTPS and HTTP cannot both listen on port \(httpsPort)")
    }
  }
}
