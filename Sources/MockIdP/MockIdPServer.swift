package import Bytes
package import Control
import Crypto
package import Directory
package import HTTPServer
import JOSE
package import JSON
package import Policy
import Provisioning
package import Scenarios
import Time
package import Worlds

/// The settings that a server starts with. The command line and the embedded server fill it.
package struct ServerOptions: Sendable {
  /// The scenario of the default world.
  package var scenario: Scenario
  /// The address to listen on: a numeric one, or `localhost` for both loopback addresses.
  package var host = "127.0.0.1"
  /// 0 takes a free port.
  package var httpsPort: UInt16 = 8443
  /// The plain listener and the forward proxy. 0 takes a free port.
  package var httpPort: UInt16 = 8080
  /// Whether any free port will do for plain HTTP where another program has `httpPort`. A note says so then.
  package var mayMoveHTTP = false
  /// Further names that the server answers to and that its certificate is valid for.
  package var hostnames: [String] = []
  /// The origin that every URL in an answer has, whatever name the request came by. Nil uses the request's name.
  package var publicURL: String?
  /// The name by which apps reach the server, which the tokens that a test makes are from, such as `login.microsoftonline.com`. A world
  /// may say another. Nil: the origin of the test's call.
  package var issuer: String?
  /// The national cloud that this server imitates under its own names. It answers by the host names of that cloud and
  /// by those of the global one.
  package var cloud = Cloud.global
  /// Reverse proxies whose `Forwarded` fields the server believes about scheme, host and client.
  package var trustedProxies: [IPNetwork] = []
  /// Hosts that the forward proxy connects to; it refuses all others.
  package var proxyPassthrough: [HostPattern] = []
  /// The directory that keeps the worlds across restarts; nil keeps them in memory.
  package var dataDirectory: String?
  /// The directory for the files by which other programs trust this server (`TrustFiles`). They are written before
  /// the server listens. Nil writes none.
  package var trustDirectory: String?
  /// The directory where the server writes the keys of an Azure Arc agent, for programs that prove that they run on this
  /// machine. Nil: the server plays no agent.
  package var arcTokenDirectory: String?
  /// The place where the programs of this server run, if it has no instance metadata: the proxy then does not answer at its address. Nil: it
  /// does.
  package var placeWithoutMachine: String?
  /// The environment of the process. The server reads where the system's roots are (`SSL_CERT_FILE`), and where spans go
  /// (`OTEL_EXPORTER_OTLP_ENDPOINT` and the other variables of OpenTelemetry). Empty: no spans are sent.
  package var environment: [String: String] = [:]
  /// The directory of the certificate authority and the signing keys.
  package var home: String
  /// Takes part in a cluster, whose servers share the worlds. Nil: this server is alone.
  package var cluster: ClusterSettings?
  /// The files of a certificate authority in the place of the one in `home`.
  package var authority: AuthorityFiles?
  /// A file with certificates of authorities that apps have certificates of, into which users and groups are written. Nil: none beside the
  /// system's.
  package var productAuthority: String?
  /// Discards the worlds of the data directory and starts from the scenario.
  package var startsOver = false
  /// With a seed, ids, codes and keys are the same in every run. Nil makes new ones.
  package var seed: UInt64?
  /// The bearer token that every caller of the control API has to send. Nil: programs on this machine need none, and
  /// the API is closed to all others.
  package var controlToken: String?
  /// How many worlds there may be, and when idle ones end.
  package var worlds = WorldRegistry.Limits()
  /// How much of the server one client may use, and for how long.
  package var limits = HTTPLimits()
  /// The client libraries whose configuration the control API shows. Empty shows none.
  package var snippets: [ClientSnippet] = []
  /// Called with each exchange after it went into the journal.
  package var log: (@Sendable (WatchedExchange) -> Void)?
  /// How many lines `log` could not write in time. Nil without a log.
  package var lostLines: (@Sendable () -> UInt64)?

  package init(scenario: Scenario, home: String) {
    self.scenario = scenario
    self.home = home
  }
}

/// The base URLs of a running server, without a slash at their ends.
package struct ServerEndpoints: Sendable, Hashable {
  /// What apps are configured with as the authority, without a tenant: `https://localhost:8443`, or the public URL.
  package var authority: String
  /// What apps are configured with in the place of `https://graph.microsoft.com`.
  package var graph: String
  /// The plain listener, which is also the forward proxy.
  package var http: String
  /// The HTTPS listener by the server's first own name, also when there is a public URL.
  package var https: String
  /// The control API, with its path. It is never under one of Microsoft's names.
  package var control: String
}

/// A running server. Here the parts are put together: clock, entropy, keys and store are chosen and passed on as
/// values.
package final class MockIdPServer: Sendable {
  /// The URLs with the ports that the server got.
  package let endpoints: ServerEndpoints
  /// The file with the certificate that clients have to trust.
  package let certificateAuthorityPath: String
  /// The same certificate as PEM.
  package let certificateAuthorityPEM: String
  /// The default world, for requests that name no other world.
  package var world: World { worlds.main }
  /// All worlds of the server; the control API adds and removes them.
  package let worlds: WorldRegistry
  /// The users who can sign in, with their passwords. Test passwords are not secret.
  package let credentials: [SeededDirectory.Credential]
  /// Client secrets by the app's alias.
  package let secrets: [String: String]
  /// Sentences that the person who starts the server should read.
  package let notes: [String]
  /// The names of Microsoft's that the server answers, as `MicrosoftHosts.patterns`.
  package let hosts: [String]
  private let addresses: WorldAddresses
  private let server: HTTPServer
  private let sweeping: WorldSweeping
  private let provisioningTimer: ProvisioningTimer
  /// Holds the claim on the data directory, so that no other process uses it while this server lives, and the place in the cluster.
  private let ground: ServerGround
  private let parts: ServerParts

  private init(
    server: HTTPServer, endpoints: ServerEndpoints, certificates: CertificateStore, worlds: WorldRegistry,
    addresses: WorldAddresses, hosts: MicrosoftHosts, ground: ServerGround, parts: ServerParts
  ) {
    self.server = server
    self.parts = parts
    self.endpoints = endpoints
    certificateAuthorityPath = certificates.authorityPath
    certificateAuthorityPEM = certificates.authorityPEM
    self.worlds = worlds
    self.hosts = hosts.patterns
    self.addresses = addresses
    sweeping = WorldSweeping(worlds)
    provisioningTimer = ProvisioningTimer(worlds) { ground.looksAfter($0) }
    credentials = ground.seeds.credentials
    secrets = ground.seeds.secrets
    notes = ground.notes
    self.ground = ground
  }

  /// How the default world is reached, with its tenants, users and apps: what `GET worlds/default` answers, but no passwords and secrets.
  package var description: JSONValue {
    let authority = String(endpoints.https.dropFirst("https://".count))
    let origin = Origin(
      login: endpoints.https, graph: endpoints.https, authority: authority, isSecure: true)
    return WorldDescription(world: world, origin: origin, worlds: worlds, addresses: addresses).withoutSecrets
  }

  /// Starts a server and returns when its sockets listen.
  ///
  /// - Throws: an error whose description is one sentence with the remedy: `StartError`, `HTTPServerError`,
  ///   `DatabaseError` and others.
  package static func start(_ options: ServerOptions) throws -> MockIdPServer {
    let clock = SystemClock()
    let hosts = MicrosoftHosts(cloud: options.cloud)
    let origins = try OriginPolicy(publicURL: options.publicURL, hosts: hosts, ownNames: options.hostnames)
    if let served = options.proxyPassthrough.first(where: { $0.exactHost.flatMap(hosts.role) != nil }) {
      throw StartError("'\(served)' cannot be let through: this server answers for it")
    }
    let (spans, tracingNotes) = Self.spans(options, clock: clock)
    var ground = try ServerGround.lay(options, origins: origins, hosts: hosts, clock: clock, spans: spans)
    ground.notes += tracingNotes
    let (certificates, worlds, own) = (ground.certificates, ground.worlds, ground.ownIssuers)
    if let directory = options.trustDirectory {
      _ = try TrustFiles.write(
        authorityPEM: certificates.authorityPEM, in: directory, environment: options.environment)
    }
    let challengeFiles = try options.arcTokenDirectory.map { path throws(StartError) in
      try ArcTokenDirectory(path, entropy: SystemEntropy())
    }
    let watch = AnswerWatch(spans: spans, log: ground.log(options.log))
    ground.provisioning.record { [watch] exchange, world in
      world.journal.keep(&exchange)
      watch.answered(exchange, in: world, to: nil)
    }
    let addresses = WorldAddresses(hostNames: options.hostnames, publicURL: origins.publicURL)

    var configuration = HTTPServerConfiguration(clock: clock)
    configuration.host = options.host
    configuration.httpPort = options.httpPort
    configuration.httpsPort = options.httpsPort
    configuration.limits = options.limits
    configuration.tls = certificates
    var controlled = ControlConfiguration(
      version: Version.current, token: options.controlToken ?? ground.controlToken, hostNames: options.hostnames,
      trustedProxies: options.trustedProxies, certificateAuthorityPEM: certificates.authorityPEM, worlds: worlds,
      addresses: addresses)
    controlled.snippets = options.snippets
    controlled.origin = { origins.origin(named: $0, isSecure: $1) }
    controlled.hosts = hosts.patterns
    controlled.issuer = options.issuer
    var parts = ServerParts(
      worlds: worlds, database: ground.database, keys: ground.keys, watch: watch, connections: configuration.counters,
      lostLines: options.lostLines, stopping: StopMark())
    ground.tell(&parts)
    controlled.metrics = { [parts] in Metric.text(of: parts, as: $0) }
    controlled.readiness = { [parts] in ServerCondition.states(of: parts) }
    let runner = ExchangeRunner(origins: origins, watch: watch)
    controlled.browse = { request, call, persona in try runner.browse(request, for: call, as: persona) }
    let finder = WorldFinder(worlds: worlds, hostnames: options.hostnames, access: ControlAccess(controlled))
    configuration.proxy = OfflineProxy(
      hosts: hosts, ownNames: options.hostnames, passthrough: options.proxyPassthrough, world: worlds.main,
      placeWithoutMachine: options.placeWithoutMachine, finder: finder, watch: watch)
    var front = Front(
      finder: finder, proxies: TrustedProxies(networks: options.trustedProxies), control: ControlAPI(controlled),
      runner: runner, challengeFiles: challengeFiles)
    ground.prepare(&configuration, &front)
    let server: HTTPServer
    do throws(HTTPServerError) {
      server = try listening(configuration, front, mayMoveHTTP: options.mayMoveHTTP)
    } catch {
      ground.end()
      throw error
    }
    if let port = server.httpPort, options.httpPort != 0, port != options.httpPort {
      ground.notes.append(
        "port \(options.httpPort) is in use by another program, so plain HTTP and the proxy are at port \(port); "
          + "choose another with --http-port")
    }
    addresses.listen(httpsPort: server.httpsPort, httpPort: server.httpPort)
    own.listen(on: [server.httpsPort, server.httpPort].compactMap(\.self))
    return MockIdPServer(
      server: server, endpoints: Self.endpoints(server, options, origins),
      certificates: certificates, worlds: worlds, addresses: addresses, hosts: hosts, ground: ground, parts: parts)
  }

  /// A server that listens. Where its port for plain HTTP is taken and may be another, it draws a free one.
  private static func listening(
    _ configuration: HTTPServerConfiguration, _ front: Front, mayMoveHTTP: Bool
  ) throws(HTTPServerError) -> HTTPServer {
    let server = HTTPServer(configuration: configuration, handler: front)
    do throws(HTTPServerError) {
      try server.start()
      return server
    } catch {
      guard mayMoveHTTP, error.kind == .portInUse else { throw error }
    }
    // Whichever of the two ports was taken: that of HTTPS is refused again.
    var moved = configuration
    moved.httpPort = 0
    let other = HTTPServer(configuration: moved, handler: front)
    try other.start()
    return other
  }

  /// Stops accepting, lets requests in progress finish for at most `grace`, and returns when all connections are
  /// closed.
  package func stop(grace: Duration) {
    parts.stopping.begin()
    sweeping.stop()
    provisioningTimer.stop()
    ground.beginEnding()
    server.stop(grace: grace)
    ground.end()
    parts.watch.spans?.finish(within: Self.patienceForSpans)
  }

  /// What a collector gets to take the last spans. A process that is told to end has five seconds for all.
  private static let patienceForSpans = Duration.milliseconds(500)

  /// What sends spans, when the environment names a collector, and sentences about variables that cannot be followed.
  private static func spans(_ options: ServerOptions, clock: any WallClock) -> (SpanExporter?, [String]) {
    let (tracing, notes) = TracingOptions.read(options.environment)
    guard let tracing else { return (nil, notes) }
    do throws(StartError) {
      let roots = try tracing.certificateFile.map { path throws(StartError) in
        String(decoding: try Files.contents(of: path), as: UTF8.self)
      }
      return (SpanExporter(tracing, certificateAuthorityPEM: roots, clock: clock), notes)
    } catch {
      return (nil, notes + ["OTEL_EXPORTER_OTLP_CERTIFICATE: \(error); no spans are sent"])
    }
  }

  private static func endpoints(_ server: HTTPServer, _ options: ServerOptions, _ origins: OriginPolicy)
    -> ServerEndpoints
  {
    let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(options.host)
    let name = options.hostnames.first ?? (isLoopback || options.host == "0.0.0.0" ? "localhost" : options.host)
    let https = "https://\(name):\(server.httpsPort ?? 0)"
    // A name for the apps need not be one that this machine finds. Where nobody else gets in, it is told its own.
    let here = isLoopback ? "localhost" : name
    let http = "http://\(here):\(server.httpPort ?? 0)"
    let base = origins.publicURL ?? https
    return ServerEndpoints(
      authority: base, graph: base, http: http, https: https,
      // The control API never answers by one of Microsoft's names.
      control: "https://\(origins.hosts.role(of: here) == nil ? here : "localhost"):\(server.httpsPort ?? 0)"
        + "/_mockidp/v1")
  }
}
