import Crypto
import Dispatch
import Glibc
import Scenarios

/// A running server within this process. It stops when nobody holds it any more.
public final class Server: Sendable {
  private let server: MockIdPServer
  private let temporaryHome: String?

  private init(_ server: MockIdPServer, temporaryHome: String?) {
    self.server = server
    self.temporaryHome = temporaryHome
  }

  /// Certificates are made and sockets opened on a queue of their own, so that no task is held up.
  static func start(
    _ configuration: Configuration, scenario: @escaping @Sendable () throws -> Scenario
  ) async throws -> Server {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "mockidp.start").async {
        continuation.resume(with: Result { try start(configuration, scenario) })
      }
    }
  }

  private static func start(_ configuration: Configuration, _ scenario: () throws -> Scenario) throws -> Server {
    let temporary = try configuration.home == nil ? TemporaryDirectory.make() : nil
    do {
      var options = ServerOptions(scenario: try scenario(), home: configuration.home ?? temporary ?? "")
      options.host = configuration.host
      options.httpsPort = configuration.httpsPort
      options.httpPort = configuration.httpPort
      options.hostnames = configuration.hostnames
      options.seed = configuration.seed
      return Server(try MockIdPServer.start(options), temporaryHome: temporary)
    } catch {
      if let temporary { TemporaryDirectory.remove(temporary) }
      throw MockIdPError(error)
    }
  }

  deinit { stop() }

  /// Stops listening and removes what was made for this server. Stopping twice does nothing.
  public func stop() {
    server.stop(grace: .zero)
    if let temporaryHome { TemporaryDirectory.remove(temporaryHome) }
  }

  // MARK: Where it is

  /// `https://localhost:40123`; what stands before the tenant in an authority.
  public var baseURL: String { server.endpoints.https }

  /// `http://localhost:40124`: the forward proxy that answers as `login.microsoftonline.com` and `graph.microsoft.com`, and lets
  /// nothing else through.
  public var proxyURL: String { server.endpoints.http }

  /// `https://localhost:40123/_mockidp/v1`: the control API, for tests that are not in Swift.
  public var controlURL: String { server.endpoints.control }

  /// What clients must trust.
  public var certificateAuthority: CACertificate {
    CACertificate(pem: server.certificateAuthorityPEM, path: server.certificateAuthorityPath)
  }

  // MARK: Worlds

  /// The world the server was started with.
  public var world: MockWorld { MockWorld(server.world, base: baseURL) }

  /// Makes a world for one test: a directory with ids of its own, a clock, rules and a journal that no other test sees.
  ///
  /// - Parameters:
  ///   - scenario: a name of the library; nil begins as the server did.
  ///   - name: what the world is called and the label of its host, `https://NAME.localhost:PORT`; nil takes a free one.
  /// - Returns: the new world.
  /// - Throws: ``MockIdPError`` when the scenario is unknown, or the name is taken or no host label.
  public func makeWorld(scenario: String? = nil, name: String? = nil) throws -> MockWorld {
    try makeWorld(name) { worlds in
      guard let scenario else { return try worlds.templates.template(scenario: nil, overrides: nil) }
      return try worlds.templates.template(named: scenario)
    }
  }

  /// Makes a world from the text of a scenario file.
  ///
  /// - Throws: ``MockIdPError`` with line and column when the text has a mistake.
  public func makeWorld(yaml: String, name: String? = nil) throws -> MockWorld {
    try makeWorld(name) { worlds in
      let scenario = try ScenarioDecoder.scenario(from: Array(yaml.utf8), file: "scenario")
      return worlds.templates.template(of: scenario)
    }
  }

  /// Removes a world with all it had; its host answers no more.
  public func remove(_ world: MockWorld) throws {
    do { try server.worlds.remove(world.name) } catch { throw MockIdPError(error) }
  }

  private func makeWorld(
    _ name: String?, _ template: (WorldRegistry) throws -> ScenarioTemplate
  ) throws -> MockWorld {
    do {
      let recipe = WorldRecipe(template: try template(server.worlds))
      let world = try server.worlds.make(recipe, name: name).world
      let port = baseURL.split(separator: ":").last ?? ""
      return MockWorld(world, base: "https://\(world.name).localhost:\(port)")
    } catch let refusal as WorldRegistry.Refusal {
      throw MockIdPError(refusal.sentence)
    } catch {
      throw MockIdPError(error)
    }
  }
}

extension WorldRegistry.Refusal {
  fileprivate var sentence: String {
    switch self {
    case .badName(let name): "'\(name)' is no name for a world: letters, digits and hyphens, as in a host name"
    case .taken(let name): "there is a world '\(name)' already; remove it, or leave the name out to get a free one"
    case .tooMany(let limit): "there are \(limit) worlds already; remove those that are no longer needed"
    }
  }
}

/// The certificate authority that vouches for a server.
public struct CACertificate: Sendable, Hashable {
  /// The certificate as PEM.
  public let pem: String
  /// The file it stands in as PEM, for clients that want a path.
  public let path: String

  /// The certificate as DER.
  public var der: [UInt8] { (try? Certificate.pem(pem).der) ?? [] }
}
