import Control
import JSON
import MockIdP
import Platform
import Policy
import Scenarios
import Worlds

extension ExecCommand {
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
    let place = Self.temporary(console) + "/mockidp-place-\(getpid())"
    defer { if hosting != nil { BrowserTrust.remove(place, environment: console.environment) } }
    defer { if isForBrowser { BrowserTrust.remove(browsers, environment: console.environment) } }
    let environment = try environment(of: server, browsers, place, console)
    let keeper = keepPodToken(of: server, in: place, console)
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
      if hosting?.place == .azureArc { options.arcTokenDirectory = ArcTokenDirectory.usual }
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

  private func environment(of server: MockIdPServer, _ browsers: String, _ place: String, _ console: Console) throws
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
    if let hosting {
      environment.move(
        to: try HostingSetup(
          option: hosting, facts: facts, server: remote(of: server), way: way, directory: place, console: console
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
  private func keepPodToken(of server: MockIdPServer, in place: String, _ console: Console) -> PodTokenKeeper? {
    guard let hosting, hosting.place == .workloadIdentity else { return nil }
    let setup = HostingSetup(
      option: hosting, facts: ServerFacts(of: server), server: remote(of: server), way: way, directory: place,
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
    if let junit { try TextFile.replace(junit, with: JUnitReport(answer: answer).text) }
    let report = RunReport(
      scenario: verdict.main.scenario.name, verdict: VerdictReport(answer: answer), exchanges: exchanges,
      commandFailed: code != .success, advice: AdviceReport(answer: verdict.advice), worlds: verdict.chapters.count,
      idleRules: verdict.idleRules)
    if !isQuiet || report.isBad { console.report(report.text(console.palette(of: console.errors))) }
    return code == .success && !report.verdict.isOK ? .unmet : code
  }
}
