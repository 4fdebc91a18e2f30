import Bytes
import HTTPServer
import HTTPWire
import MockIdP
import Policy
import Scenarios
import Time

/// Runs the server until a signal ends it.
struct ServeCommand: Command {
  static let scenario = Option.value(
    "--scenario", "NAME|FILE", "What will happen: a scenario of the library or a file (default happy-path).")
  static let host = Option.value(
    "--host", "ADDRESS", "The address to listen on (default 127.0.0.1; 0.0.0.0 for every IPv4 address).")
  static let httpsPort = Option.value("--https-port", "PORT", "The port for HTTPS (default 8443; 0 takes a free one).")
  static let httpPort = Option.value(
    "--http-port", "PORT",
    "The port for plain HTTP and the forward proxy (default 8080, or a free one where that is taken; 0 takes a free one)."
  )
  static let hostname = Option.value(
    "--hostname", "NAME", isRepeatable: true, "A further name the server goes by; also in its certificate.")
  static let publicURL = Option.value(
    "--public-url", "URL", "Say this in every URL and issuer, whatever name a request used.")
  static let trustedProxy = Option.value(
    "--trusted-proxy", "CIDR", isRepeatable: true,
    "Believe what a proxy at this address says about scheme, host and client (Forwarded, X-Forwarded-*).")
  static let trustFiles = Option.value(
    "--trust-files", "DIR",
    "Write ca.pem, bundle.pem and truststore.p12 there before listening, for others to trust this server.")
  static let arcTokens = Option.value(
    "--arc-tokens", "DIR", "Play an Azure Arc agent, which writes its keys there (/var/opt/azcmagent/tokens).")
  static let authority = Option.value(
    "--ca-file", "FILE",
    "The certificate authority to take in the place of the home directory's: its certificate (PEM).")
  static let authorityKey = Option.value("--ca-key-file", "FILE", "The key of that authority (PEM).")
  static let data = Option.value("--data", "DIR", "Keep users, sessions and tokens here (default: in memory).")
  static let reset = Option.flag("--reset", "Start the data directory over.")
  static let seed = Option.value("--seed", "NUMBER", "Make ids, codes and keys the same in every run.")
  static let readyFile = Option.value(
    "--ready-file", "FILE",
    "Write this JSON file once the server listens; remove it at the end. '-' prints it as one line.")
  static let exitWithParent = Option.flag(
    "--exit-with-parent", "End when the process that started the server ends, or closes its standard input.")
  static let temporaryHome = Option.flag(
    "--temporary-home", "Use a new home directory, and remove it at the end. MOCKIDP_HOME does not count.")
  static let controlToken = Option.value(
    "--control-token", "TOKEN", "Demand this token of every caller of /_mockidp (default: MOCKIDP_CONTROL_TOKEN).")
  static let maximumHeadBytes = Option.value("--max-head-bytes", "BYTES", "Limit of a request's head (default 16384).")
  static let maximumBodyBytes = Option.value("--max-body-bytes", "BYTES", "Limit of a request's body.")
  static let maximumHeaderFields = Option.value("--max-header-fields", "COUNT", "Limit of a request's header fields.")
  static let headTime = Option.value("--head-timeout", "TIME", "How long a request's head may take (default 10s).")
  static let idleTime = Option.value("--idle-timeout", "TIME", "How long a connection may rest (default 75s).")
  static let maximumConnections = Option.value("--max-connections", "COUNT", "Limit of open connections.")
  static let maximumTunnels = Option.value(
    "--max-tunnels", "COUNT", "Limit of connections through the forward proxy to hosts let through (default 1000).")
  static let tunnelIdleTime = Option.value(
    "--tunnel-idle-timeout", "TIME", "How long such a connection may carry nothing (default 5m).")
  static let maximumWorlds = Option.value(
    "--max-worlds", "COUNT", "Limit of worlds beside the one it begins with (default 20000).")
  static let worldIdleTime = Option.value(
    "--world-idle-timeout", "TIME", "How long a world lives that nobody asks for (default 1h).")
  static let adopt = Option.optionalValue(
    "--adopt", "FILE",
    "Take in unknown tenants, apps, redirect URIs, APIs and secrets as they first come; write them to FILE.")
  static let quiet = Option.flag("--quiet", "No banner.")
  static let verbose = Option.flag("--verbose", "One line for each exchange, on standard error.")

  static let logFormat = Option.value(
    "--log-format", "FORMAT", "How standard error is written: text (default), or json, one object a line.")

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
    options: [
      scenario, ScenarioSource.app, adopt, host, httpsPort, httpPort, hostname, publicURL, CloudOption.option,
      trustedProxy,
      PassthroughOption.option,
      trustFiles, authority, authorityKey, arcTokens,
      data, reset, ClusterOption.cluster, ClusterOption.keyFile, ClusterOption.schema, ClusterOption.advertise, seed,
      readyFile, exitWithParent, temporaryHome, controlToken,
      maximumHeadBytes, maximumBodyBytes, maximumHeaderFields, headTime, idleTime, maximumConnections, maximumTunnels,
      tunnelIdleTime,
      maximumWorlds,
      worldIdleTime, quiet, verbose, logFormat,
    ],
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

  var scenario = ScenarioSource.defaultName
  var standIns: [StandIn] = []
  var host = "127.0.0.1"
  var httpsPort: UInt16 = 8443
  /// Nil: 8080, or a free one where another program has that.
  var httpPort: UInt16?
  var hostnames: [String] = []
  var publicURL: String?
  var cloud = Cloud.global
  var trustedProxies: [IPNetwork] = []
  var passthrough = PassthroughOption()
  var trustDirectory: String?
  var arcTokenDirectory: String?
  var authority: AuthorityFiles?
  var dataDirectory: String?
  var cluster: ClusterSettings?
  var startsOver = false
  var seed: UInt64?
  var readyFile: String?
  var exitsWithParent = false
  var hasTemporaryHome = false
  var controlToken: String?
  var limits = HTTPLimits()
  var worlds = WorldRegistry.Limits()
  var adoption = AdoptionOption()
  var isQuiet = false
  var isVerbose = false
  var logFormat = LogFormat.text

  init(_ arguments: inout Arguments) throws(UsageError) {
    let named = arguments.value(Self.scenario)
    let operand = arguments.next()
    if let named, let operand {
      throw arguments.error("the scenario is given twice: \"\(operand)\" and --scenario \(named)")
    }
    scenario = named ?? operand ?? scenario
    standIns = try ScenarioSource.standIns(arguments)
    host = arguments.value(Self.host) ?? host
    httpsPort = try arguments.number(Self.httpsPort) ?? httpsPort
    httpPort = try arguments.number(Self.httpPort)
    hostnames = arguments.values(Self.hostname)
    publicURL = try Self.publicURL(arguments)
    cloud = try CloudOption.cloud(arguments)
    for text in arguments.values(Self.trustedProxy) {
      guard let network = IPNetwork(text) else {
        throw arguments.error("--trusted-proxy takes addresses such as 127.0.0.1 or 10.0.0.0/8, not \"\(text)\"")
      }
      trustedProxies.append(network)
    }
    passthrough = try PassthroughOption(arguments)
    trustDirectory = arguments.value(Self.trustFiles)
    arcTokenDirectory = arguments.value(Self.arcTokens)
    authority = try Self.authorityFiles(arguments)
    dataDirectory = arguments.value(Self.data)
    cluster = try ClusterOption.settings(arguments)
    startsOver = arguments.has(Self.reset)
    seed = try arguments.number(Self.seed)
    readyFile = arguments.value(Self.readyFile)
    exitsWithParent = arguments.has(Self.exitWithParent)
    hasTemporaryHome = arguments.has(Self.temporaryHome)
    controlToken = arguments.value(Self.controlToken)
    limits = try Self.limits(arguments)
    worlds.maximumCount = try arguments.number(Self.maximumWorlds, in: 0...1_000_000) ?? worlds.maximumCount
    worlds.idleTimeout = try Self.positive(Self.worldIdleTime, arguments) ?? worlds.idleTimeout
    adoption = AdoptionOption(arguments)
    isQuiet = arguments.has(Self.quiet)
    isVerbose = arguments.has(Self.verbose)
    if let name = arguments.value(Self.logFormat) {
      guard let format = LogFormat(rawValue: name) else {
        throw .unknown("log format", name, known: LogFormat.allCases.map(\.rawValue), in: arguments.command)
      }
      logFormat = format
    }
    if startsOver, dataDirectory == nil { throw arguments.error("--reset needs --data DIR") }
    if readyFile == "-", !isQuiet {
      throw arguments.error("--ready-file - needs --quiet: the line is all that is printed")
    }
    if let httpPort, httpsPort == httpPort, httpsPort != 0 {
      throw arguments.error("HTTPS and HTTP cannot both listen on port \(httpsPort)")
    }
  }

  private static func authorityFiles(_ arguments: Arguments) throws(UsageError) -> AuthorityFiles? {
    switch (arguments.value(authority), arguments.value(authorityKey)) {
    case (nil, nil): return nil
    case (let certificate?, let key?): return AuthorityFiles(certificate: certificate, key: key)
    case (_?, nil): throw arguments.error("--ca-file needs --ca-key-file FILE: the server signs certificates with it")
    case (nil, _?): throw arguments.error("--ca-key-file needs --ca-file FILE: the certificate of that key")
    }
  }

  private static func publicURL(_ arguments: Arguments) throws(UsageError) -> String? {
    guard var url = arguments.value(Self.publicURL) else { return nil }
    while url.hasSuffix("/") { url.removeLast() }
    let rest = url.dropFirst(url.hasPrefix("https://") ? 8 : url.hasPrefix("http://") ? 7 : url.count)
    guard !rest.isEmpty, !rest.utf8.contains(where: { [0x20, 0x2F, 0x3F, 0x23].contains($0) }) else {
      throw arguments.error("--public-url takes scheme and host, such as https://login.example.test, not \"\(url)\"")
    }
    return url
  }

  private static func limits(_ arguments: Arguments) throws(UsageError) -> HTTPLimits {
    var limits = HTTPLimits()
    limits.sizes.headBytes = try arguments.number(maximumHeadBytes, in: 256...1 << 30) ?? limits.sizes.headBytes
    limits.sizes.bodyBytes = try arguments.number(maximumBodyBytes, in: 0...1 << 40) ?? limits.sizes.bodyBytes
    limits.sizes.fieldCount = try arguments.number(maximumHeaderFields, in: 1...100_000) ?? limits.sizes.fieldCount
    limits.headTime = try positive(headTime, arguments) ?? limits.headTime
    limits.idleTime = try positive(idleTime, arguments) ?? limits.idleTime
    limits.maximumConnections = try arguments.number(maximumConnections, in: 1...1_000_000)
    limits.maximumTunnels = try arguments.number(maximumTunnels, in: 0...1_000_000) ?? limits.maximumTunnels
    limits.tunnelIdleTime = try positive(tunnelIdleTime, arguments) ?? limits.tunnelIdleTime
    return limits
  }

  private static func positive(_ option: Option, _ arguments: Arguments) throws(UsageError) -> Duration? {
    let duration = try arguments.duration(option)
    if duration == .zero { throw arguments.error("\(option.name) has to be longer than nothing") }
    return duration
  }
}
