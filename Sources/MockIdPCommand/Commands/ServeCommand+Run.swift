import Bytes
import Control
import Crypto
import Directory
import Glibc
import HTTPServer
import MockIdP
import Policy
import Worlds

extension ServeCommand {
  /// How long requests in progress may take after a signal has arrived.
  private static let grace = Duration.seconds(4)
  /// When the process ends after a signal, also if it hangs.
  private static let limit = Duration.milliseconds(4_800)

  func run(on console: Console) throws -> ExitCode {
    // Before the process has other threads, so that all threads inherit the mask, and no signal ends the process by
    // itself.
    let signals = SignalSet.blocking(SIGTERM, SIGINT)
    FileLimit.raise()
    CoreFile.forbid()
    // A script that waits for the ready file must not find the one of the last run.
    if let readyFile { TextFile.remove(readyFile) }
    let log = ExchangeLog(console, isVerbose: isVerbose, adoption: adoption)
    let options = try options(console, log)
    let server = try MockIdPServer.start(options)
    defer { if let readyFile { TextFile.remove(readyFile) } }
    var ready = self.readyFile(of: server)
    let files = try? AppFiles.write(in: HomeFiles(environment: console.environment).apps)
    ready.daemonPEM = files?.pem
    ready.daemonPFX = files?.pfx
    let running = RunningServers(home: HomeFiles(environment: console.environment))
    running.add(ready, controlToken: options.controlToken)
    defer { running.remove(ready.processID) }
    if let readyFile { try TextFile.replace(readyFile, with: ready.text) }
    if !isQuiet { console.write(Banner(of: server, startedBy: console.program).text(console.palette)) }
    for note in server.notes { console.note("mockidp: \(note)") }
    signals.wait()
    signals.endProcess(within: Self.limit)
    server.stop(grace: Self.grace)
    log?.finish()
    if !isQuiet {
      let world = server.world
      let advice = Advice.all(about: world.journal.exchanges, in: world.directory)
      console.write(AdviceReport(answer: AdviceJSON.value(advice)).brief(console.palette))
      for entry in world.rules.entries where entry.matched == 0 {
        console.note("no request fitted rule \(entry.rule.name): \(entry.rule.pattern.summary)")
      }
    }
    return .success
  }

  private func options(_ console: Console, _ log: ExchangeLog?) throws -> ServerOptions {
    var options = ServerOptions(
      scenario: try ScenarioSource.scenario(scenario, standIns: standIns),
      home: HomeFiles(environment: console.environment).directory)
    options.host = host
    options.httpsPort = httpsPort
    options.httpPort = httpPort
    options.hostnames = hostnames
    options.publicURL = publicURL
    options.cloud = cloud
    options.trustedProxies = trustedProxies
    options.proxyPassthrough = try passthrough.hosts(on: console)
    options.trustDirectory = trustDirectory
    options.environment = console.environment
    options.dataDirectory = dataDirectory
    options.startsOver = startsOver
    options.seed = seed
    options.controlToken = controlToken ?? console.variable("MOCKIDP_CONTROL_TOKEN") ?? ownControlToken
    options.limits = limits
    options.worlds = worlds
    adoption.apply(to: &options)
    if let log { options.log = { log.add($0, $1) } }
    return options
  }

  /// A token that only the commands of this user know. The server needs one where the address of a trusted proxy is that
  /// of this machine: without a token it could not tell its user's commands from what the proxy relays.
  private var ownControlToken: String? {
    let loopback = ["127.0.0.1", "::1"].compactMap { IPAddress($0) }
    guard trustedProxies.contains(where: { network in loopback.contains(where: network.contains) }) else { return nil }
    return SystemEntropy().token(32)
  }

  private func readyFile(of server: MockIdPServer) -> ReadyFile {
    ReadyFile(
      authority: server.endpoints.authority, graph: server.endpoints.graph, http: server.endpoints.http,
      control: server.endpoints.control, certificateAuthority: server.certificateAuthorityPath, processID: getpid(),
      scenario: server.world.scenario.name)
  }
}

extension Banner {
  init(of server: MockIdPServer, startedBy program: String) {
    let directory = server.world.directory
    let tenant = PrincipalParties(of: directory).tenant.map { "/\($0.initialDomain)" } ?? ""
    self.init(
      program: program, scenario: server.world.scenario.name, summary: server.world.scenario.summary,
      authority: server.endpoints.authority + tenant, graph: server.endpoints.graph + "/v1.0",
      control: server.endpoints.control, proxy: server.endpoints.http,
      certificateAuthority: server.certificateAuthorityPath,
      people: server.credentials.map {
        Person(alias: $0.alias, signInName: $0.userPrincipalName, password: $0.password ?? "")
      },
      apps: directory.applicationsInOrder.filter { !$0.isFirstParty }.map {
        App(alias: $0.alias, clientID: "\($0.id)", secret: server.secrets[$0.alias])
      })
  }
}
