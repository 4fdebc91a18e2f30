package import Bytes
import Control
import Crypto
package import Directory
package import HTTPServer
import JOSE
package import Policy
package import Scenarios
import Time

/// What a server is started with.
package struct ServerOptions: Sendable {
  package var scenario: Scenario
  package var host = "127.0.0.1"
  /// 0 chooses a free one.
  package var httpsPort: UInt16 = 8443
  package var httpPort: UInt16 = 8080
  /// Further names the certificate is good for.
  package var hostnames: [String] = []
  /// The origin that every URL carries, whatever name a request came by.
  package var publicURL: String?
  /// The cloud that this server is under its own names; the global one's hosts are answered beside its.
  package var cloud = Cloud.global
  /// Proxies in front of this server whose word counts about scheme, host and client.
  package var trustedProxies: [IPNetwork] = []
  /// Hosts that the forward proxy lets through.
  package var proxyPassthrough: [HostPattern] = []
  /// Where the world is kept across restarts; nil keeps it in memory.
  package var dataDirectory: String?
  /// Where the files go by which others trust this server, before it listens; nil for nowhere.
  package var trustDirectory: String?
  /// The environment of the process, as far as it says where the system's roots are.
  package var environment: [String: String] = [:]
  /// Where certificate authority and signing keys are kept.
  package var home: String
  /// Begins a kept world anew.
  package var startsOver = false
  /// Makes ids, codes and keys repeat from run to run.
  package var seed: UInt64?
  package var controlToken: String?
  package var worlds = WorldRegistry.Limits()
  package var limits = HTTPLimits()
  package var log: (@Sendable (Exchange) -> Void)?

  package init(scenario: Scenario, home: String) {
    self.scenario = scenario
    self.home = home
  }
}

/// The base URLs of a running server.
package struct ServerEndpoints: Sendable, Hashable {
  /// What apps are given as authority, without a tenant: `https://localhost:8443`.
  package var authority: String
  package var graph: String
  package var http: String
  package var https: String
  package var control: String
}

/// A running server: the composition root. Clock, entropy, keys and store are chosen here and handed down as values.
package final class MockIdPServer: Sendable {
  package let endpoints: ServerEndpoints
  package let certificateAuthorityPath: String
  package let certificateAuthorityPEM: String
  /// The default world.
  package var world: World { worlds.main }
  package let worlds: WorldRegistry
  /// Who can sign in, with passwords; public on purpose.
  package let credentials: [SeededDirectory.Credential]
  /// Client secrets by the app's alias.
  package let secrets: [String: String]
  /// What the person who starts it should know, a sentence each.
  package let notes: [String]
  private let server: HTTPServer
  private let sweeping: WorldSweeping
  /// Nobody else may have it as long as this server lives.
  private let data: DataDirectory?

  private init(
    server: HTTPServer, endpoints: ServerEndpoints, certificates: CertificateStore, worlds: WorldRegistry,
    seeds: SeededDirectory, notes: [String], data: DataDirectory?
  ) {
    self.server = server
    self.endpoints = endpoints
    certificateAuthorityPath = certificates.authorityPath
    certificateAuthorityPEM = certificates.authorityPEM
    self.worlds = worlds
    sweeping = WorldSweeping(worlds)
    credentials = seeds.credentials
    secrets = seeds.secrets
    self.notes = notes
    self.data = data
  }

  /// Starts a server and returns once its sockets listen. Every error is one sentence with its remedy.
  package static func start(_ options: ServerOptions) throws -> MockIdPServer {
    let clock = SystemClock()
    let hosts = MicrosoftHosts(cloud: options.cloud)
    let origins = try OriginPolicy(publicURL: options.publicURL, hosts: hosts, ownNames: options.hostnames)
    if let served = options.proxyPassthrough.first(where: { $0.exactHost.flatMap(hosts.role) != nil }) {
      throw StartError("'\(served)' cannot be let through: this server answers for it")
    }
    // Certificates protect real sockets: they follow the machine's clock and chance, whatever the world's are.
    let certificates = try CertificateStore(
      directory: options.home, names: options.hostnames, hosts: hosts, clock: clock, entropy: SystemEntropy())
    if let directory = options.trustDirectory {
      _ = try TrustFiles.write(
        authorityPEM: certificates.authorityPEM, in: directory, environment: options.environment)
    }
    let keys = try SigningKeyStore.ring(home: options.home, isSeeded: options.seed != nil, clock: clock)
    let data = try options.dataDirectory.map { path throws(StartError) in try DataDirectory(path) }
    let database = try data.map { data throws(DatabaseError) in try Database(file: data.databasePath) } ?? Database()
    let starts = try database.countStart(isNew: options.startsOver)
    let entropy = Self.entropy(seed: options.seed, starts: starts)
    let documents = HTTPDocumentSource(certificateAuthorityPEM: certificates.authorityPEM)
    let (world, seeds) = try WorldOpening.open(
      options, in: database, clock: clock, entropy: entropy, keys: keys, documents: documents)
    let worlds = WorldRegistry(
      main: world, database: database, keys: keys, clock: clock, uptime: Uptime(), entropy: entropy,
      documents: documents, limits: options.worlds, starts: starts)
    let notes = try worlds.reopen()
    let addresses = WorldAddresses(hostNames: options.hostnames, publicURL: origins.publicURL)

    var configuration = HTTPServerConfiguration(clock: clock)
    configuration.host = options.host
    configuration.httpPort = options.httpPort
    configuration.httpsPort = options.httpsPort
    configuration.limits = options.limits
    configuration.tls = certificates
    configuration.proxy = OfflineProxy(
      hosts: hosts, ownNames: options.hostnames, passthrough: options.proxyPassthrough, world: world, log: options.log)
    let control = ControlAPI(
      ControlConfiguration(
        version: Version.current, token: options.controlToken, hostNames: options.hostnames,
        certificateAuthorityPEM: certificates.authorityPEM, worlds: worlds, addresses: addresses))
    let server = HTTPServer(
      configuration: configuration,
      handler: Front(
        finder: WorldFinder(worlds: worlds, hostnames: options.hostnames), origins: origins,
        proxies: TrustedProxies(networks: options.trustedProxies), control: control,
        log: options.log))
    try server.start()
    addresses.listen(httpsPort: server.httpsPort)
    return MockIdPServer(
      server: server, endpoints: Self.endpoints(server, options, origins),
      certificates: certificates, worlds: worlds, seeds: seeds, notes: notes,
      data: data)
  }

  /// A seed gives the same chance in every run. Where a run goes on with what another one has left, its chance must not hand out the
  /// same codes and ids again: it follows from the seed and from how many runs there were.
  private static func entropy(seed: UInt64?, starts: Int64) -> any Entropy {
    guard let seed else { return SystemEntropy() }
    guard starts > 0 else { return SeededEntropy(seed: seed) }
    let digest = SHA256.hash(Array("mockidp/start/\(seed)/\(starts)".utf8))
    return SeededEntropy(seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Stops accepting, lets what is in flight finish for at most `grace`, and returns when all is closed.
  package func stop(grace: Duration) {
    sweeping.stop()
    server.stop(grace: grace)
  }

  private static func endpoints(_ server: HTTPServer, _ options: ServerOptions, _ origins: OriginPolicy)
    -> ServerEndpoints
  {
    let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(options.host)
    let name = options.hostnames.first ?? (isLoopback || options.host == "0.0.0.0" ? "localhost" : options.host)
    let https = "https://\(name):\(server.httpsPort ?? 0)"
    let http = "http://\(name):\(server.httpPort ?? 0)"
    let base = origins.publicURL ?? https
    return ServerEndpoints(
      authority: base, graph: base, http: http, https: https,
      // The control API never answers to one of Microsoft's names.
      control: (origins.hosts.role(of: name) == nil ? https : "https://localhost:\(server.httpsPort ?? 0)")
        + "/_mockidp/v1")
  }
}
