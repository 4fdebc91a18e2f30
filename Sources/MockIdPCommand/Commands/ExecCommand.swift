import Control
import JSON
import MockIdP
import Platform
import Policy
import Scenarios
import Worlds

/// Runs a command with a server of its own, then checks the expectations.
struct ExecCommand: Command {
  @Given(.scenario) var scenario: String?
  @Given(ScenarioSource.app, or: [], ScenarioSource.standIns) var standIns: [StandIn]
  var adoption = AdoptionOption()
  @Given(InlineExpectation.option, or: nil, InlineExpectation.values) var inline: JSONValue?
  var place = HostingOptions()
  @Given(.proxy) var usesProxy: Bool
  @Given(
    .flag(
      "--hosts", "The same by a hosts file that only the command sees (Linux); also for what ignores proxies."))
  var usesHosts: Bool
  @Given(.browser) var isForBrowser: Bool
  var passthrough = PassthroughOption()
  @Given(.value("--https-port", "PORT", "The port for HTTPS (default: a free one).")) var ownPort: UInt16?
  @Given(.value("--http-port", "PORT", "The port for plain HTTP and the proxy (default: a free one)."), or: 0)
  var httpPort: UInt16
  @Given(.hostname) var hostnames: [String]
  @Given(.productAuthority) var productAuthority: String?
  @Given(.seed) var seed: UInt64?
  @Given(.value("--journal", "FILE", "Write all exchanges there at the end, as JSON.")) var journal: String?
  @Given(.junit) var junit: String?
  @Given(.flag("--quiet", "Say nothing unless something failed.")) var isQuiet: Bool
  @Given(.verbose) var isVerbose: Bool
  /// The command and its arguments; never empty.
  var words: [String] = []

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
    options: Self().options, takesCommand: true,
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

  /// How the command reaches the server.
  var way: RuntimeEnvironment.Way { usesProxy ? .proxy : usesHosts ? .hosts : .direct }

  /// Apps call the names in a hosts file at port 443. 0 takes a free one.
  var httpsPort: UInt16 { usesHosts ? 443 : ownPort ?? 0 }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    words = arguments.remaining()
    if usesProxy, usesHosts { throw arguments.error("give --proxy or --hosts, not both") }
    if usesHosts, ownPort != nil {
      throw arguments.error("--https-port does not go with --hosts: apps call the names in a hosts file at port 443")
    }
    if words.isEmpty { throw arguments.error("the command to run is missing: mockidp exec -- COMMAND") }
    if httpsPort == httpPort, httpsPort != 0 {
      throw arguments.error("HTTPS and HTTP cannot both listen on port \(httpsPort)")
    }
  }

  /// How long requests in progress may take after the command has ended.
  private static let grace = Duration.seconds(2)

  /// How long this process waits for its own server, which may have to make its first key on a busy machine. The server
  /// cannot be gone while this process lives.
  private static let patience = Duration.seconds(600)

  func run(on console: Console) throws -> ExitCode {
    // First of all: a process with several threads may not enter namespaces.
    if way == .hosts { try enterNamespace(console) }
    // Before the process has other threads, so that all threads inherit the mask, and no signal ends this process
    // before the command.
    let signals = SignalSet.blocking(SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD)
    let log = ExchangeLog(console, isVerbose: isVerbose, adoption: adoption)
    let journal = RunJournal()
    let server = try start(console, log, journal)
    defer { server.stop(grace: .zero) }
    if !isQuiet { for note in server.notes { console.note("mockidp: \(note)") } }
    let inline = try inlineExpectations(in: server.world)
    let browsers = Self.temporary(console) + "/mockidp-browser-\(getpid())"
    let folder = Self.temporary(console) + "/mockidp-place-\(getpid())"
    defer { if place.choice != nil { BrowserTrust.remove(folder, environment: console.environment) } }
    defer { if isForBrowser { BrowserTrust.remove(browsers, environment: console.environment) } }
    let environment = try environment(of: server, browsers, folder, console)
    let keeper = keepPodToken(of: server, in: folder, console)
    defer { keeper?.end() }
    let child = try ChildProcess.start(words, environment: environment.applied(to: console.environment))
    // The command has the limit that the user gave it.
    CoreFile.forbid()
    let code = child.wait(passingOn: signals)
    server.stop(grace: Self.grace)
    log?.finish()
    let verdict = RunVerdict(
      chapters: journal.chapters(else: server.world), main: server.world, inline: inline)
    return try conclude(code, verdict, console)
  }

  private func start(_ console: Console, _ log: ExchangeLog?, _ journal: RunJournal) throws(CommandError)
    -> MockIdPServer
  {
    do {
      var options = ServerOptions(
        scenario: try ScenarioSource.scenario(scenario ?? ScenarioSource.defaultName, standIns: standIns),
        home: HomeFiles(environment: console.environment).directory)
      if way == .hosts {
        options.host = LoneNamespace.address
        options.hostnames = [LoneNamespace.name]
      }
      options.hostnames += hostnames
      // The command's apps know the server by Microsoft's names.
      if way != .direct { options.issuer = Cloud.global.loginHost }
      options.httpsPort = httpsPort
      options.httpPort = httpPort
      options.seed = seed
      options.productAuthority = productAuthority
      if place.place == .azureArc { options.arcTokenDirectory = ArcTokenDirectory.usual }
      if let place = place.place, place != .managedIdentity { options.placeWithoutMachine = place.rawValue }
      options.proxyPassthrough = try passthrough.hosts(on: console)
      adoption.apply(to: &options)
      // The variables are those of the command, and so is the name in them.
      options.environment = console.environment.merging(["OTEL_SERVICE_NAME": "mockidp"]) { $1 }
      options.log = { watched in
        journal.add(watched.exchange, watched.world)
        log?.add(watched)
      }
      if let log { options.lostLines = { log.lostLines } }
      return try MockIdPServer.start(options)
    } catch { throw CommandError("\(error)", .notStarted) }
  }

  /// Where files are kept that only this run needs.
  private static func temporary(_ console: Console) -> String { console.variable("TMPDIR") ?? "/tmp" }

  private func enterNamespace(_ console: Console) throws {
    let network = try LoneNamespace.enter(
      leading: Cloud.global.hosts, temporaryDirectory: Self.temporary(console))
    if network == .own, !isQuiet {
      console.note(
        "mockidp: this user may not listen on port 443 of this machine, or the port is taken, so the command has a network "
          + "of its own: it reaches this server and nothing else")
    }
  }

  private func environment(of server: MockIdPServer, _ browsers: String, _ folder: String, _ console: Console) throws
    -> RuntimeEnvironment
  {
    let trust = try TrustFiles.write(
      authorityPEM: server.certificateAuthorityPEM, in: HomeFiles(environment: console.environment).trust,
      environment: console.environment)
    let facts = ServerFacts(of: server)
    var environment = RuntimeEnvironment(facts, trust: trust, way: way, inherited: console.environment)
    if isForBrowser {
      let browser = BrowserTrust(in: browsers)
      try browser.write(
        authority: trust.authority, proxy: way == .proxy ? facts.proxy : nil, environment: console.environment)
      environment.add(browser.variables)
    }
    if let hosting = place.choice {
      environment.move(
        to: try HostingSetup(
          option: hosting, facts: facts, server: remote(of: server), way: way, directory: folder, console: console
        ).variables())
    }
    if way == .proxy, !isQuiet, NodeVersion.isMeant(by: words, in: console.environment),
      let remark = NodeVersion.found(in: console.environment)?.remark
    {
      console.note("mockidp: \(remark)")
    }
    return environment
  }

  /// Renews a pod's token as a cluster does: when four fifths of its life are over, by the world's clock.
  private func keepPodToken(of server: MockIdPServer, in folder: String, _ console: Console) -> PodTokenKeeper? {
    guard let hosting = place.choice, hosting.place == .workloadIdentity else { return nil }
    let setup = HostingSetup(
      option: hosting, facts: ServerFacts(of: server), server: remote(of: server), way: way, directory: folder,
      console: console)
    return PodTokenKeeper(lifetime: HostingSetup.podTokenLifetime, clock: server.world.clock) {
      try? setup.renewPodToken()
    }
  }

  private func remote(of server: MockIdPServer) -> RemoteServer {
    RemoteServer(
      url: RemoteServer.origin(of: server.endpoints.control), certificateAuthorityPEM: server.certificateAuthorityPEM,
      patience: Self.patience)
  }

  private func inlineExpectations(in world: World) throws -> [Expectation] {
    guard let inline else { return [] }
    do throws(ScenarioError) {
      return try Expectation.list(from: inline.serialized, file: "--expect", in: world.directory) ?? []
    } catch { throw CommandError("--expect: \(error.sentence)", .usage) }
  }

  /// Prints the verdict, and returns the exit code.
  private func conclude(_ code: ExitCode, _ verdict: RunVerdict, _ console: Console) throws -> ExitCode {
    let exchanges = verdict.exchangesAsJSON
    if let journal { try TextFile.replace(journal, with: JSONValue.array(exchanges).prettyText + "\n") }
    let answer = verdict.answer
    let report = RunReport(
      scenario: verdict.main.scenario.name, verdict: VerdictReport(answer: answer), exchanges: exchanges,
      commandFailed: code != .success, advice: AdviceReport(answer: verdict.advice), worlds: verdict.chapters.count,
      idleRules: verdict.idleRules, nearestToIdleRules: verdict.nearestToIdleRules)
    if let junit { try TextFile.replace(junit, with: JUnitReport(answer: answer, remarks: report.remarks).text) }
    if !isQuiet || report.isBad { console.report(report.text(console.palette(of: console.errors))) }
    return code == .success && !report.verdict.isOK ? .unmet : code
  }
}
