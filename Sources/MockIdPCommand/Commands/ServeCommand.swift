import Bytes
import Control
import Crypto
import Directory
import HTTPServer
import HTTPWire
import JSON
import MockIdP
import Platform
import Policy
import Scenarios
import Time
import Worlds

/// Runs the server until a signal ends it.
struct ServeCommand: Command {
  @Given(.scenario) var namedScenario: String?
  @Given(ScenarioSource.app, or: [], ScenarioSource.standIns) var standIns: [StandIn]
  var adoption = AdoptionOption()
  @Given(
    .value("--host", "ADDRESS", "The address to listen on (default 127.0.0.1; 0.0.0.0 for every IPv4 address)."),
    or: "127.0.0.1")
  var host: String
  @Given(.value("--https-port", "PORT", "The port for HTTPS (default 8443; 0 takes a free one)."), or: 8443)
  var httpsPort: UInt16
  @Given(
    .value(
      "--http-port", "PORT",
      "The port for plain HTTP and the forward proxy (default 8080, or a free one where that is taken; 0 takes a free one)."
    ))
  var httpPort: UInt16?
  @Given(.hostname) var hostnames: [String]
  @Given(.value("--public-url", "URL", "Say this in every URL and issuer, whatever name a request used."), or: nil, url)
  var publicURL: String?
  @Given(CloudOption.option, or: .global, CloudOption.cloud) var cloud: Cloud
  @Given(
    .value(
      "--trusted-proxy", "CIDR", isRepeatable: true,
      "Believe what a proxy at this address says about scheme, host and client (Forwarded, X-Forwarded-*)."),
    or: [], networks)
  var trustedProxies: [IPNetwork]
  var passthrough = PassthroughOption()
  @Given(
    .value(
      "--trust-files", "DIR",
      "Write ca.pem, bundle.pem and truststore.p12 there before listening, for others to trust this server."))
  var trustDirectory: String?
  @Given(
    .value(
      "--ca-file", "FILE",
      "The certificate authority to take in the place of the home directory's: its certificate (PEM)."))
  var authorityFile: String?
  @Given(.value("--ca-key-file", "FILE", "The key of that authority (PEM).")) var authorityKeyFile: String?
  @Given(
    .value(
      "--arc-tokens", "DIR", "Play an Azure Arc agent, which writes its keys there (/var/opt/azcmagent/tokens)."))
  var arcTokenDirectory: String?
  @Given(.productAuthority) var productAuthority: String?
  @Given(.value("--data", "DIR", "Keep users, sessions and tokens here (default: in memory)."))
  var dataDirectory: String?
  @Given(.flag("--reset", "Start the data directory over.")) var startsOver: Bool
  var cluster = ClusterOption()
  @Given(.value("--advertise", "URL", "Where the other servers reach this one: https://10.1.2.3:8443."))
  var advertisedURL: String?
  @Given(.seed) var seed: UInt64?
  @Given(
    .value(
      "--ready-file", "FILE",
      "Write this JSON file once the server listens; remove it at the end. '-' prints it as one line."))
  var readyFile: String?
  @Given(
    .flag(
      "--exit-with-parent", "End when the process that started the server ends, or closes its standard input."))
  var exitsWithParent: Bool
  @Given(
    .flag(
      "--temporary-home", "Use a new home directory, and remove it at the end. MOCKIDP_HOME does not count."))
  var hasTemporaryHome: Bool
  @Given(
    .value(
      "--control-token", "TOKEN", "Demand this token of every caller of /_mockidp (default: MOCKIDP_CONTROL_TOKEN)."))
  var controlToken: String?
  var limitOptions = LimitOptions()
  @Given(.flag("--quiet", "No banner.")) var isQuiet: Bool
  @Given(.verbose) var isVerbose: Bool
  @Given(
    .value("--log-format", "FORMAT", "How standard error is written: text (default), or json, one object a line."),
    or: .text, what: "log format")
  var logFormat: LogFormat
  var scenario = ScenarioSource.defaultName

  static let manual = Manual(
    name: "serve", summary: "run the server", forms: ["serve [NAME|FILE] [options]"],
    details: [
      """
      Listens for HTTPS and plain HTTP until it gets SIGTERM or SIGINT, finishes what it is doing within five seconds \
      and exits with 0; with 1 if it hangs. A second signal ends it at once with 130.
      """,
      "The console, at /_mockidp/ of its addresses, shows in a browser what happens and why.",
      """
      With --exit-with-parent no server is left over when a test run is killed: it ends as after SIGTERM. A standard input that is not a pipe, \
      such as a terminal, is not watched; the parent process always is.
      """,
      "TIME is a number with a unit: 500ms, 30s, 15m, 1h30m, 90d.",
    ],
    options: Self().options,
    examples: [
      .init("mockidp serve", "Everybody gets in."),
      .init("mockidp serve expired-refresh", "What happens when the refresh token is too old."),
      .init("mockidp serve --scenario ./tests/revoked.yaml --verbose", "A scenario of your own, watched."),
      .init("mockidp serve --scenario ./mine.yaml --app mobile=shop", "Rules about mobile mean your app shop."),
      .init(
        "mockidp serve --https-port 0 --http-port 0 --ready-file ready.json --quiet",
        "For a test run: free ports, found through the file."),
      .init(
        "mockidp serve --quiet --ready-file - --exit-with-parent --temporary-home",
        "For a program that starts the server and reads one line: nothing is left over, however the program ends."),
      .init("mockidp serve --host 0.0.0.0 --hostname mockidp", "In a container that others call mockidp."),
      .init("mockidp serve --adopt=world.yaml", "An app that nobody has registered: write down what it asks for."),
      .init(
        "mockidp serve --host 0.0.0.0 --verbose --log-format json", "In a cluster whose logs a program collects."),
      .init("mockidp serve --data ./state", "Sessions and refresh tokens outlive the server."),
      .init(
        "mockidp serve --cluster postgresql://db/mockidp --cluster-key-file key",
        "One of several servers that share their worlds."),
    ])

  var limits: HTTPLimits { limitOptions.limits }

  private var authority: AuthorityFiles? {
    guard let authorityFile, let authorityKeyFile else { return nil }
    return AuthorityFiles(certificate: authorityFile, key: authorityKeyFile)
  }

  private var clusterSettings: ClusterSettings? {
    var settings = cluster.settings
    settings?.advertisedURL = advertisedURL
    return settings
  }

  mutating func take(_ arguments: inout Arguments) throws(UsageError) {
    let operand = arguments.next()
    if let namedScenario, let operand {
      throw arguments.error("the scenario is given twice: \"\(operand)\" and --scenario \(namedScenario)")
    }
    scenario = namedScenario ?? operand ?? scenario
  }

  func check(_ arguments: Arguments) throws(UsageError) {
    if authorityFile != nil, authorityKeyFile == nil {
      throw arguments.error("--ca-file needs --ca-key-file FILE: the server signs certificates with it")
    }
    if authorityKeyFile != nil, authorityFile == nil {
      throw arguments.error("--ca-key-file needs --ca-file FILE: the certificate of that key")
    }
    if advertisedURL != nil, cluster.url == nil { throw ClusterOption.alone(arguments) }
    if startsOver, dataDirectory == nil { throw arguments.error("--reset needs --data DIR") }
    if readyFile == "-", !isQuiet {
      throw arguments.error("--ready-file - needs --quiet: the line is all that is printed")
    }
    if let httpPort, httpsPort == httpPort, httpsPort != 0 {
      throw arguments.error("HTTPS and HTTP cannot both listen on port \(httpsPort)")
    }
  }

  private static func networks(_ option: Option, _ arguments: Arguments) throws(UsageError) -> [IPNetwork] {
    try arguments.values(option).map { text throws(UsageError) in
      guard let network = IPNetwork(text) else {
        throw arguments.error("--trusted-proxy takes addresses such as 127.0.0.1 or 10.0.0.0/8, not \"\(text)\"")
      }
      return network
    }
  }

  private static func url(_ option: Option, _ arguments: Arguments) throws(UsageError) -> String? {
    guard var url = arguments.value(option) else { return nil }
    while url.hasSuffix("/") { url.removeLast() }
    let rest = url.dropFirst(url.hasPrefix("https://") ? 8 : url.hasPrefix("http://") ? 7 : url.count)
    guard !rest.isEmpty, !rest.utf8.contains(where: { [0x20, 0x2F, 0x3F, 0x23].contains($0) }) else {
      throw arguments.error("--public-url takes scheme and host, such as https://login.example.test, not \"\(url)\"")
    }
    return url
  }

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
    options.productAuthority = productAuthority
    options.dataDirectory = dataDirectory
    options.cluster = clusterSettings
    options.startsOver = startsOver
    options.seed = seed
    options.controlToken = controlToken ?? console.variable("MOCKIDP_CONTROL_TOKEN") ?? ownControlToken
    options.limits = limits
    options.worlds = limitOptions.worlds
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
