import Bytes
import Control
import Crypto
import Directory
import HTTPServer
import JSON
import MockIdP
import Platform
import Policy
import Scenarios
import Worlds

extension ServeCommand {
  /// How long requests in progress may take after a signal has arrived.
  private static let grace = Duration.seconds(4)
  /// When the process ends after a signal, also if it hangs.
  private static let limit = Duration.milliseconds(4_800)

  func run(on console: Console) throws -> ExitCode {
    guard logFormat == .json else { return try serve(on: console) }
    var console = console
    let lines = LogLines(console.errors)
    console.lines = lines
    do {
      return try serve(on: console)
    } catch {
      // The reason why there is no server belongs into the log that its reader parses.
      lines.write(.error, "\(error)")
      return error is ScenarioError ? .usage : (error as? CommandError)?.code ?? .failure
    }
  }

  private func serve(on console: Console) throws -> ExitCode {
    // Before the process has other threads, so that all threads inherit the mask, and no signal ends the process by
    // itself.
    let signals = SignalSet.blocking(SIGTERM, SIGINT)
    // Before anything is opened, which could get the number of a standard input that was closed.
    if exitsWithParent { ParentWatch().start() }
    FileLimit.raise()
    CoreFile.forbid()
    // A script that waits for the ready file must not find the one of the last run.
    if let readyFile, readyFile != "-" { TextFile.remove(readyFile) }
    let log = ExchangeLog(console, isVerbose: isVerbose, adoption: adoption)
    let temporaryHome = hasTemporaryHome ? try TemporaryDirectory.make(environment: console.environment) : nil
    defer { if let temporaryHome { TemporaryDirectory.remove(temporaryHome) } }
    let home = HomeFiles(
      environment: temporaryHome.map { console.environment.merging(["MOCKIDP_HOME": $0]) { $1 } } ?? console.environment
    )
    let options = try options(console, log, home)
    let running = RunningServers(home: home)
    let server = try start(options, beside: running)
    defer { if let readyFile, readyFile != "-" { TextFile.remove(readyFile) } }
    let ready = self.readyFile(of: server, files: try? AppFiles.write(in: home.apps))
    running.add(ready, controlToken: options.controlToken)
    defer { running.remove(ready.processID) }
    switch readyFile {
    case nil: break
    case "-": console.copy(ready.line)
    case let path?: try TextFile.replace(path, with: ready.wholeText)
    }
    if !isQuiet, let lines = console.lines {
      lines.write(.info, "ready", ready.logged)
    } else if !isQuiet {
      console.write(Banner(of: server, startedBy: console.program).text(console.palette))
    }
    for note in server.notes { console.note("mockidp: \(note)") }
    signals.wait()
    signals.endProcess(within: Self.limit) { [readyFile] in
      // What the `defer`s above do, which an end by a second signal does not reach: Ctrl-C, and then the end of standard input.
      running.remove(ready.processID)
      if let readyFile, readyFile != "-" { TextFile.remove(readyFile) }
      if let temporaryHome { TemporaryDirectory.remove(temporaryHome) }
    }
    server.stop(grace: Self.grace)
    log?.finish()
    if !isQuiet {
      let world = server.world
      let advice = Advice.all(about: world.journal.exchanges, in: world.directory)
      let report = AdviceReport(answer: AdviceJSON.value(advice))
      if let lines = console.lines { report.write(to: lines) } else { console.write(report.brief(console.palette)) }
      for entry in world.rules.entries where entry.matched == 0 {
        console.note("no request fitted rule \(entry.rule.name): \(entry.rule.pattern.summary)")
      }
    }
    return .success
  }

  /// Starts the server. A port that another mockidp of this user has is told with who has it.
  private func start(_ options: ServerOptions, beside running: RunningServers) throws -> MockIdPServer {
    do {
      return try MockIdPServer.start(options)
    } catch let error as HTTPServerError where error.kind == .portInUse {
      let wanted = [options.httpsPort, options.mayMoveHTTP ? 0 : options.httpPort].filter { $0 != 0 }
      guard let other = running.alive().first(where: { !$0.ports.isDisjoint(with: wanted) }) else { throw error }
      throw CommandError(
        "A mockidp runs there: \(other.control), scenario \(other.scenario), process \(other.processID). "
          + "Use it, end it with 'kill \(other.processID)', or give this one other ports: --https-port 0 --http-port 0."
      )
    }
  }

  private func options(_ console: Console, _ log: ExchangeLog?, _ home: HomeFiles) throws -> ServerOptions {
    var options = ServerOptions(
      scenario: try ScenarioSource.scenario(scenario, standIns: standIns), home: home.directory)
    options.host = host
    options.httpsPort = httpsPort
    options.httpPort = httpPort ?? (httpsPort == options.httpPort ? 0 : options.httpPort)
    options.mayMoveHTTP = httpPort == nil
    options.hostnames = hostnames
    options.publicURL = publicURL
    options.cloud = cloud
    options.trustedProxies = trustedProxies
    options.proxyPassthrough = try passthrough.hosts(on: console)
    options.trustDirectory = trustDirectory
    options.arcTokenDirectory = arcTokenDirectory
    options.environment = console.environment
    options.authority = authority
    options.dataDirectory = dataDirectory
    options.cluster = cluster
    options.startsOver = startsOver
    options.seed = seed
    options.controlToken = controlToken ?? console.variable("MOCKIDP_CONTROL_TOKEN") ?? ownControlToken
    options.limits = limits
    options.worlds = worlds
    options.snippets = Snippet.offered(
      home: HomeFiles(environment: console.environment), environment: console.environment)
    adoption.apply(to: &options)
    if let log {
      options.log = { log.add($0) }
      options.lostLines = { log.lostLines }
    }
    return options
  }

  /// A token that only the commands of this user know. The server needs one where the address of a trusted proxy is that
  /// of this machine: without a token it could not tell its user's commands from what the proxy relays.
  private var ownControlToken: String? {
    let loopback = ["127.0.0.1", "::1"].compactMap { IPAddress($0) }
    guard trustedProxies.contains(where: { network in loopback.contains(where: network.contains) }) else { return nil }
    return SystemEntropy().token(32)
  }

  private func readyFile(of server: MockIdPServer, files: AppFiles?) -> ReadyFile {
    var file = ReadyFile(
      authority: server.endpoints.authority, graph: server.endpoints.graph, http: server.endpoints.http,
      control: server.endpoints.control, certificateAuthority: server.certificateAuthorityPath, processID: getpid(),
      scenario: server.world.scenario.name)
    file.daemonPEM = files?.pem
    file.daemonPFX = files?.pfx
    file.details = [
      "version": .string(Version.current), "caCertificate": .string(server.certificateAuthorityPEM),
      "hosts": .strings(server.hosts), "world": server.description,
    ]
    return file
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
