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
    let server = try start(console, log)
    defer { server.stop(grace: .zero) }
    let inline = try inlineExpectations(in: server.world)
    let environment = try environment(of: server, console)
    let child = try ChildProcess.start(words, environment: environment.applied(to: console.environment))
    // The command has the limit that the user gave it.
    CoreFile.forbid()
    let code = child.wait(passingOn: signals)
    server.stop(grace: Self.grace)
    log?.finish()
    return try conclude(code, server.world, inline, console)
  }

  private func start(_ console: Console, _ log: ExchangeLog?) throws(CommandError) -> MockIdPServer {
    do {
      var options = ServerOptions(
        scenario: try ScenarioSource.scenario(scenario ?? ScenarioSource.defaultName, standIns: standIns),
        home: HomeFiles(environment: console.environment).directory)
      options.httpsPort = httpsPort
      options.httpPort = httpPort
      options.seed = seed
      adoption.apply(to: &options)
      if let log { options.log = { log.add($0, $1) } }
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
  private func conclude(
    _ code: ExitCode, _ world: World, _ inline: [Expectation], _ console: Console
  ) throws -> ExitCode {
    // All chapters: a suite that resets the world between its tests is still one run.
    let exchanges = world.journal.chapters
    if let journal {
      let values = exchanges.map { ExchangeJSON.value($0) }
      try TextFile.replace(journal, with: JSONValue.array(values).prettyText + "\n")
    }
    let expectations = (isDefault ? [] : world.scenario.expectations) + inline
    let results = ExpectationCheck.evaluate(expectations, exchanges)
    let answer = VerificationJSON.value(results, scenario: world.scenario.name)
    if let junit { try TextFile.replace(junit, with: JUnitReport(answer: answer).text) }
    let report = RunReport(
      scenario: world.scenario.name, verdict: VerdictReport(answer: answer),
      exchanges: exchanges.map { ExchangeJSON.value($0) }, commandFailed: code != .success,
      advice: AdviceReport(answer: AdviceJSON.value(Advice.all(about: exchanges, in: world.directory))))
    if !isQuiet || report.isBad { console.report(report.text(console.palette(of: console.errors))) }
    return code == .success && !report.verdict.isOK ? .unmet : code
  }
}
