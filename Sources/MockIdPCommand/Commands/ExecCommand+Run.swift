import Control
import Glibc
import JSON
import MockIdP
import Scenarios
import Worlds

extension ExecCommand {
  /// How long requests in progress may take after the command has ended.
  private static let grace = Duration.seconds(2)

  func run(on console: Console) throws -> ExitCode {
    // Before the process has other threads, so that all threads inherit the mask, and no signal ends this process
    // before the command.
    let signals = SignalSet.blocking(SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD)
    let log = ExchangeLog(console, isVerbose: isVerbose, adoption: adoption)
    let journal = RunJournal()
    let server = try start(console, log, journal)
    defer { server.stop(grace: .zero) }
    let inline = try inlineExpectations(in: server.world)
    let environment = try environment(of: server, console)
    let child = try ChildProcess.start(words, environment: environment.applied(to: console.environment))
    // The command has the limit that the user gave it.
    CoreFile.forbid()
    let code = child.wait(passingOn: signals)
    server.stop(grace: Self.grace)
    log?.finish()
    let verdict = RunVerdict(
      chapters: journal.chapters(else: server.world), main: server.world, countsScenario: !isDefault,
      inline: inline)
    return try conclude(code, verdict, console)
  }

  private func start(_ console: Console, _ log: ExchangeLog?, _ journal: RunJournal) throws(CommandError)
    -> MockIdPServer
  {
    do {
      var options = ServerOptions(
        scenario: try ScenarioSource.scenario(scenario ?? ScenarioSource.defaultName, standIns: standIns),
        home: HomeFiles(environment: console.environment).directory)
      options.httpsPort = httpsPort
      options.httpPort = httpPort
      options.seed = seed
      adoption.apply(to: &options)
      options.log = { exchange, world in
        journal.add(exchange, world)
        log?.add(exchange, world)
      }
      return try MockIdPServer.start(options)
    } catch { throw CommandError("\(error)", .notStarted) }
  }

  private func environment(of server: MockIdPServer, _ console: Console) throws -> RuntimeEnvironment {
    let trust = try TrustFiles.write(
      authorityPEM: server.certificateAuthorityPEM, in: HomeFiles(environment: console.environment).trust,
      environment: console.environment)
    return RuntimeEnvironment(ServerFacts(of: server), trust: trust, inherited: console.environment)
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
