#if CLUSTER
  import Cluster
  import Crypto
  import Directory
  import HTTPClient
  import HTTPServer
  import JOSE
  import JSON
  import Platform
  import Policy
  import Scenarios
  import Synchronization
  import Time
  import Worlds

  /// A server's place in a cluster, and what it proves itself with to the others.
  struct ClusterMembership: Sendable {
    let cluster: Cluster
    let relay: RelayConfiguration

    /// The name by which the servers of a cluster know each other's certificates.
    private static let relayName = "relay.mockidp.internal"

    /// Joins the cluster, and lays the ground of a server in it.
    /// - Throws: an error whose description is one sentence with the remedy.
    static func join(
      _ settings: ClusterSettings, _ options: ServerOptions, origins: OriginPolicy, hosts: MicrosoftHosts,
      clock machine: any WallClock, spans: SpanExporter?
    ) throws -> ServerGround {
      guard options.dataDirectory == nil else {
        throw StartError("--cluster keeps everything in PostgreSQL; leave --data out")
      }
      guard let content = try Files.read(settings.keyFile, isTrusted: true) else {
        throw StartError("\(settings.keyFile) is not there; it is the key file that mockidp cluster init has written")
      }
      let key = try ClusterKey(content, path: settings.keyFile)
      let url = try advertised(settings, options)
      var placed = ClusterOptions(
        conninfo: settings.conninfo, schema: settings.schema, key: key, url: url, program: Version.current,
        schemaVersion: Int64(Database.schemaVersion))
      let trusted = Mutex("")
      placed.isAway = { peer in hasLostDatabase(peer, trusting: trusted.withLock { $0 }) }
      #if DEBUG
        // A run of clients/cluster asks for it. A release build reads nothing of it.
        if let name = getenv("MOCKIDP_CLUSTER_FAULT").map({ String(cString: $0) }) {
          placed.fault = ClusterFault(named: name) ?? placed.fault
        }
      #endif
      let cluster = try Cluster(joining: placed)
      trusted.withLock { $0 = cluster.secrets.authority.certificate }
      do {
        return try lay(cluster, key, options, origins: origins, hosts: hosts, machine, spans)
      } catch {
        cluster.end(within: 0)
        throw error
      }
    }

    private static func lay(
      _ cluster: Cluster, _ key: ClusterKey, _ options: ServerOptions, origins: OriginPolicy, hosts: MicrosoftHosts,
      _ machine: any WallClock, _ spans: SpanExporter?
    ) throws -> ServerGround {
      let directory = "\(options.home)/cluster-\(cluster.id)"
      let certificates = try certificates(cluster.secrets, directory, options, hosts, machine)
      let keys = try ring(cluster.secrets, machine)
      let database = try Database(replicator: cluster.replicator, sealing: key.sealing)
      let own = OwnIssuers(names: options.hostnames, publicURL: origins.publicURL, hosts: hosts)
      let provisioning = try ServerGround.provisioning(options, certificates)
      let documents = HTTPDocumentSource(
        certificateAuthorityPEM: certificates.authorityPEM, own: own, spans: spans, provisioner: provisioning)
      let (main, seeds) = try defaultWorld(cluster, options, database, keys, documents)
      let entropy: any Entropy = options.seed.map { SeededEntropy(seed: $0) } ?? SystemEntropy()
      let worlds = WorldRegistry(
        main: main, database: database, keys: keys, clock: cluster.clock, uptime: Uptime(), entropy: entropy,
        documents: documents, limits: options.worlds, roster: cluster)
      own.serve(worlds)
      cluster.serve(worlds)
      let relayAuthority = try CertificateAuthority.load(
        certificatePEM: cluster.secrets.relayAuthority.certificate,
        privateKeyPEM: cluster.secrets.relayAuthority.key)
      let leaf = try relayAuthority.issueLeaf(
        names: [relayName], addresses: [], now: machine.now, entropy: SystemEntropy(), isForClientsToo: true)
      let relay = RelayConfiguration(
        authorityPEM: cluster.secrets.relayAuthority.certificate, certificateChainPEM: leaf.certificateChainPEM,
        privateKeyPEM: leaf.privateKeyPEM, serverName: relayName)
      return ServerGround(
        certificates: certificates, worlds: worlds, seeds: seeds, ownIssuers: own, notes: [],
        database: database, keys: keys, provisioning: provisioning,
        membership: ClusterMembership(cluster: cluster, relay: relay))
    }

    /// The default world as the cluster has it. Whoever owns it has what has happened in it.
    private static func defaultWorld(
      _ cluster: Cluster, _ options: ServerOptions, _ database: Database, _ keys: KeyRing,
      _ documents: HTTPDocumentSource
    ) throws -> (World, SeededDirectory) {
      let clock = WorldClock(base: cluster.clock)
      options.scenario.clock.apply(to: clock)
      let own = DefaultRecipe(ScenarioTemplate(options.scenario, seededAt: clock.now)).text
      let madeAt = cluster.clock.now
      let recipe = try cluster.defaultWorld(scenario: options.scenario.name, recipe: own, madeAt: madeAt)
      guard let template = DefaultRecipe.template(of: options.scenario, by: recipe) else {
        throw cluster.otherText(of: options.scenario.name)
      }
      template.scenario.clock.apply(to: clock)
      let store = try database.placeWorld(
        Cluster.defaultWorldNumber, named: WorldName.main, scenario: options.scenario.name, madeAt: madeAt.ticks,
        recipe: nil)
      let entropy: any Entropy = options.seed.map { RenewedEntropy(seed: $0) } ?? SystemEntropy()
      let world = World(
        name: WorldName.main, template: template, directory: template.seeds.state, clock: clock, entropy: entropy,
        keys: keys.copy(), store: store, documents: documents)
      world.sleep()
      return (world, template.seeds)
    }

    /// Whether that server says that it is not ready because PostgreSQL does not answer.
    private static func hasLostDatabase(_ peer: RelayPeer, trusting authority: String) -> Bool {
      let client = HTTPClient(
        certificateAuthorityPEM: authority, timeout: .milliseconds(300), connectTo: peer.host, maximumBodyBytes: 1 << 16
      )
      guard
        let answer = try? client.send(method: "GET", url: "https://localhost:\(peer.port)/_mockidp/v1/ready"),
        let conditions = (try? JSONValue.parse(answer.body))?["conditions"]?.array
      else { return false }
      return conditions.contains { $0["name"] == "cluster" && $0["reason"] != nil }
    }

    private static func advertised(_ settings: ClusterSettings, _ options: ServerOptions) throws -> String {
      if let url = settings.advertisedURL {
        guard RelayPeer(advertised: url) != nil else {
          throw StartError("--advertise takes an address such as https://10.1.2.3:8443, not \"\(url)\"")
        }
        return url
      }
      guard options.httpsPort != 0, !["0.0.0.0", "::"].contains(options.host) else {
        throw StartError(
          "say with --advertise where the other servers reach this one, such as https://10.1.2.3:\(options.httpsPort == 0 ? 8443 : options.httpsPort)"
        )
      }
      let host = options.host == "localhost" ? "127.0.0.1" : options.host
      return "https://\(host.contains(":") ? "[\(host)]" : host):\(options.httpsPort)"
    }

    private static func certificates(
      _ secrets: ClusterSecrets, _ directory: String, _ options: ServerOptions, _ hosts: MicrosoftHosts,
      _ machine: any WallClock
    ) throws -> CertificateStore {
      try Files.makeDirectory(options.home)
      try Files.makeDirectory(directory)
      try Files.write(secrets.authority.key, to: directory + "/ca.key", mode: 0o600)
      try Files.write(secrets.authority.certificate, to: directory + "/ca.pem")
      return try CertificateStore(
        directory: directory, given: nil, names: options.hostnames, hosts: hosts, clock: machine,
        entropy: SystemEntropy())
    }

    private static func ring(_ secrets: ClusterSecrets, _ machine: any WallClock) throws -> KeyRing {
      func key(_ name: String) throws -> SigningKey? { try secrets.signingKeys[name].map { try SigningKey(pem: $0) } }
      let made = KeyRing.Made(
        current: try key("current"), next: try key("next"), retired: try key("retired"),
        personal: try key("personal"))
      return KeyRing(
        completing: made,
        generating: { () throws(CryptoError) in try SigningKey.make(now: machine.now, entropy: SystemEntropy()) })
    }
  }
#endif
