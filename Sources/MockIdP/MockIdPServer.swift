import Control
import Crypto
package import Directory
package import HTTPServer
import JOSE
import Policy
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
  /// Where the world is kept across restarts; nil keeps it in memory.
  package var dataDirectory: String?
  /// Where certificate authority and signing keys are kept.
  package var home: String
  /// Begins a kept world anew.
  package var startsOver = false
  /// Makes ids, codes and keys repeat from run to run.
  package var seed: UInt64?
  package var controlToken: String?
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
  package let world: World
  /// Who can sign in, with passwords; public on purpose.
  package let credentials: [SeededDirectory.Credential]
  /// Client secrets by the app's alias.
  package let secrets: [String: String]
  private let server: HTTPServer

  private init(
    server: HTTPServer, endpoints: ServerEndpoints, certificates: CertificateStore, world: World, seeds: SeededDirectory
  ) {
    self.server = server
    self.endpoints = endpoints
    certificateAuthorityPath = certificates.authorityPath
    certificateAuthorityPEM = certificates.authorityPEM
    self.world = world
    credentials = seeds.credentials
    secrets = seeds.secrets
  }

  /// Starts a server and returns once its sockets listen. Every error is one sentence with its remedy.
  package static func start(_ options: ServerOptions) throws -> MockIdPServer {
    let clock = SystemClock()
    let entropy: any Entropy = options.seed.map { SeededEntropy(seed: $0) } ?? SystemEntropy()
    let origins = try OriginPolicy(publicURL: options.publicURL, ownNames: options.hostnames)
    // Certificates protect real sockets: they follow the machine's clock and chance, whatever the world's are.
    let certificates = try CertificateStore(
      directory: options.home, names: options.hostnames, clock: clock, entropy: SystemEntropy())
    let keys = try SigningKeyStore.ring(home: options.home, isSeeded: options.seed != nil, clock: clock)
    let (world, seeds) = try WorldOpening.open(options, clock: clock, entropy: entropy, keys: keys)

    var configuration = HTTPServerConfiguration(clock: clock)
    configuration.host = options.host
    configuration.httpPort = options.httpPort
    configuration.httpsPort = options.httpsPort
    configuration.limits = options.limits
    configuration.tls = certificates
    configuration.proxy = OfflineProxy(ownNames: options.hostnames, world: world)
    let control = ControlAPI(
      ControlConfiguration(
        version: Version.current, token: options.controlToken, hostNames: options.hostnames,
        certificateAuthorityPEM: certificates.authorityPEM))
    let server = HTTPServer(
      configuration: configuration,
      handler: Front(world: world, origins: origins, control: control, log: options.log))
    try server.start()
    return MockIdPServer(
      server: server, endpoints: Self.endpoints(server, options, publicURL: origins.publicURL),
      certificates: certificates, world: world,
      seeds: seeds)
  }

  /// Stops accepting, lets what is in flight finish for at most `grace`, and returns when all is closed.
  package func stop(grace: Duration) { server.stop(grace: grace) }

  private static func endpoints(_ server: HTTPServer, _ options: ServerOptions, publicURL: String?) -> ServerEndpoints {
    let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(options.host)
    let name = options.hostnames.first ?? (isLoopback || options.host == "0.0.0.0" ? "localhost" : options.host)
    let https = "https://\(name):\(server.httpsPort ?? 0)"
    let http = "http://\(name):\(server.httpPort ?? 0)"
    let base = publicURL ?? https
    return ServerEndpoints(
      authority: base, graph: base, http: http, https: https,
      // The control API never answers to one of Microsoft's names.
      control: (MicrosoftHosts.role(of: name) == nil ? https : "https://localhost:\(server.httpsPort ?? 0)")
        + "/_mockidp/v1")
  }
}
