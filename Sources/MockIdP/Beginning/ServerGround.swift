import Crypto
import Directory
import HTTPServer
import JOSE
import Policy
import Provisioning
import Scenarios
import Time
import Worlds

#if CLUSTER
  import Cluster
#endif

/// What a server stands on: certificates, keys, the store and the worlds in it; for a server among others, its place among them.
struct ServerGround: Sendable {
  let certificates: CertificateStore
  let worlds: WorldRegistry
  /// The objects that the scenario of the default world starts from.
  let seeds: SeededDirectory
  let ownIssuers: OwnIssuers
  /// Sentences that the person who starts the server should read.
  var notes: [String]
  let database: Database
  let keys: KeyRing
  /// Writes users and groups of the worlds into apps.
  let provisioning: ProvisioningService
  /// Holds the claim on the data directory. Nil: the worlds are in memory.
  let data: DataDirectory?
  #if CLUSTER
    /// Nil: the server is alone.
    let membership: ClusterMembership?
  #endif

  /// - Throws: an error whose description is one sentence with the remedy.
  static func lay(
    _ options: ServerOptions, origins: OriginPolicy, hosts: MicrosoftHosts, clock: any WallClock, spans: SpanExporter?
  ) throws -> ServerGround {
    if let settings = options.cluster {
      #if CLUSTER
        return try ClusterMembership.join(settings, options, origins: origins, hosts: hosts, clock: clock, spans: spans)
      #else
        _ = settings
        throw StartError(ClusterSettings.leftOut)
      #endif
    }
    // Certificates protect real sockets. So they follow the machine's clock and real randomness, whatever the world
    // has.
    let certificates = try CertificateStore(
      directory: options.home, given: options.authority, names: options.hostnames, hosts: hosts, clock: clock,
      entropy: SystemEntropy())
    let keys = try SigningKeyStore.ring(
      home: options.home, isSeeded: options.seed != nil, cloud: options.cloud, clock: clock)
    let data = try options.dataDirectory.map { path throws(StartError) in try DataDirectory(path) }
    let database = try data.map { data throws(DatabaseError) in try Database(file: data.databasePath) } ?? Database()
    let starts = try database.countStart(isNew: options.startsOver)
    let entropy = entropy(seed: options.seed, starts: starts)
    let own = OwnIssuers(names: options.hostnames, publicURL: origins.publicURL, hosts: hosts)
    let provisioning = try provisioning(options, certificates)
    let documents = HTTPDocumentSource(
      certificateAuthorityPEM: certificates.authorityPEM, own: own, spans: spans, provisioner: provisioning)
    let (world, seeds) = try WorldOpening.open(
      options, in: database, clock: clock, entropy: entropy, keys: keys, documents: documents)
    let worlds = WorldRegistry(
      main: world, database: database, keys: keys, clock: clock, uptime: Uptime(), entropy: entropy,
      documents: documents, limits: options.worlds, starts: starts)
    own.serve(worlds)
    let notes = try worlds.reopen()
    return ServerGround(
      certificates: certificates, worlds: worlds, seeds: seeds, ownIssuers: own, notes: notes, database: database,
      keys: keys, provisioning: provisioning, data: data)
  }

  /// What provisions apps; products may have certificates of an authority that the options name.
  /// - Throws: `StartError` for a file that cannot be read, or has no certificate.
  static func provisioning(_ options: ServerOptions, _ certificates: CertificateStore) throws -> ProvisioningService {
    let roots = try options.productAuthority.map { path throws(StartError) in
      let text = String(decoding: try Files.contents(of: path), as: UTF8.self)
      guard (try? Certificate.pem(text)) != nil else {
        throw StartError("\(path) has no certificate in PEM; --product-ca wants that of the authority")
      }
      return text
    }
    return ProvisioningService(
      SCIMWire(ownAuthorityPEM: certificates.authorityPEM, productAuthorityPEM: roots))
  }

  #if CLUSTER
    init(
      certificates: CertificateStore, worlds: WorldRegistry, seeds: SeededDirectory, ownIssuers: OwnIssuers,
      notes: [String], database: Database, keys: KeyRing, provisioning: ProvisioningService,
      data: DataDirectory? = nil,
      membership: ClusterMembership? = nil
    ) {
      self.certificates = certificates
      self.worlds = worlds
      self.seeds = seeds
      self.ownIssuers = ownIssuers
      self.notes = notes
      self.database = database
      self.keys = keys
      self.provisioning = provisioning
      self.data = data
      self.membership = membership
    }
  #endif

  /// The same seed gives the same random values in every run. A run that continues the data of an earlier one must
  /// not hand out the same codes and ids again, so its values follow from the seed and the number of starts.
  private static func entropy(seed: UInt64?, starts: Int64) -> any Entropy {
    guard let seed else { return SystemEntropy() }
    guard starts > 0 else { return SeededEntropy(seed: seed) }
    let digest = SHA256.hash(Array("mockidp/start/\(seed)/\(starts)".utf8))
    return SeededEntropy(seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// The token of the control API that the servers of a cluster share. Nil: there is none.
  var controlToken: String? {
    #if CLUSTER
      membership?.cluster.secrets.controlToken
    #else
      nil
    #endif
  }

  /// What is told of each exchange.
  func log(_ own: (@Sendable (WatchedExchange) -> Void)?) -> (@Sendable (WatchedExchange) -> Void)? {
    #if CLUSTER
      guard let cluster = membership?.cluster else { return own }
      return { watched in
        cluster.note(watched.exchange, of: watched.world)
        own?(watched)
      }
    #else
      own
    #endif
  }

  /// Gives the front its router, and the sockets their trust in other servers.
  func prepare(_ configuration: inout HTTPServerConfiguration, _ front: inout Front) {
    #if CLUSTER
      guard let membership else { return }
      configuration.relay = membership.relay
      front.router = OwnershipRouter(cluster: membership.cluster, worlds: worlds)
    #endif
  }

  /// Shows the cluster to those who watch the server.
  func tell(_ parts: inout ServerParts) {
    #if CLUSTER
      parts.cluster = membership?.cluster
    #endif
  }

  /// Whether this server looks after that world now, and nobody else.
  func looksAfter(_ world: World) -> Bool {
    #if CLUSTER
      guard let cluster = membership?.cluster else { return true }
      guard case .here(let token) = cluster.enter(world) else { return false }
      return cluster.leave(token)
    #else
      true
    #endif
  }

  /// Before the sockets close.
  func beginEnding() {
    #if CLUSTER
      membership?.cluster.beginEnding()
    #endif
  }

  /// When no request is under way any more. Another server may have the data directory afterwards.
  func end() {
    #if CLUSTER
      membership?.cluster.end(within: 2)
    #endif
    data?.release()
  }
}
