import Crypto
import Dispatch
import Platform
import Scenarios
import Worlds

/// A running server within this process. It stops when it is released, or with ``stop()``.
public final class Server: Sendable {
  private let server: MockIdPServer
  private let temporaryHome: String?

  private init(_ server: MockIdPServer, temporaryHome: String?) {
    self.server = server
    self.temporaryHome = temporaryHome
  }

  /// Makes certificates and opens sockets on a queue of its own, since both block.
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

  /// Stops listening, and removes the directory that was made for this server. A second call does nothing.
  public func stop() {
    server.stop(grace: .zero)
    if let temporaryHome { TemporaryDirectory.remove(temporaryHome) }
  }

  // MARK: Where it is

  /// `https://localhost:40123`: the part of an authority before the tenant.
  public var baseURL: String { server.endpoints.https }

  /// `http://localhost:40124`: the forward proxy. It answers as `login.microsoftonline.com` and `graph.microsoft.com`
  /// and refuses every other host.
  public var proxyURL: String { server.endpoints.http }

  /// `https://localhost:40123/_mockidp/v1`: the control API, for tests that are not written in Swift.
  public var controlURL: String { server.endpoints.control }

  /// The certificate authority that clients have to trust.
  public var certificateAuthority: CACertificate {
    CACertificate(pem: server.certificateAuthorityPEM, path: server.certificateAuthorityPath)
  }

  // MARK: Worlds

  /// The world that the server was started with.
  public var world: MockWorld { MockWorld(server.world, base: baseURL) }

  /// Makes a world for one test: a directory with its own ids, a clock, rules and a journal that no other test sees.
  ///
  /// - Parameters:
  ///   - scenario: the name of a scenario in the library; nil takes the server's own scenario.
  ///   - name: the name of the world and the label of its host, `https://NAME.localhost:PORT`; nil takes a free one.
  /// - Returns: the new world.
  /// - Throws: ``MockIdPError`` when the scenario is unknown, the name is taken or is not a host label, or there are too
  ///   many worlds.
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

  /// Removes a world with everything in it. Its host answers 404 from then on.
  ///
  /// - Throws: ``MockIdPError`` when the world cannot be removed.
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
    case .badName(let name): "'\(name)' is not a name for a world: letters, digits and hyphens, as in a host name"
    case .taken(let name): "there is a world '\(name)' already; remove it, or leave the name out to get a free one"
    case .tooMany(let limit): "there are \(limit) worlds already; remove those that are no longer needed"
    }
  }
}

/// The certificate authority that signed the server's certificates.
public struct CACertificate: Sendable, Hashable {
  /// The certificate as PEM.
  public let pem: String
  /// The file with the certificate as PEM, for clients that want a path. It may be removed with the server.
  public let path: String

  /// The certificate as DER; empty when `pem` cannot be read.
  public var der: [UInt8] { (try? Certificate.pem(pem).der) ?? [] }
}
