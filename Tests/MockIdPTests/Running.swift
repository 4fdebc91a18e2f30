import HTTPClient
import Scenarios
import TestSupport
import Testing
import Worlds

@testable import MockIdP

/// Servers on ports that the system chooses, with homes that are thrown away.
enum Running {
  static func options(home: String? = nil, _ change: (inout ServerOptions) -> Void = { _ in }) throws -> ServerOptions {
    var options = ServerOptions(
      scenario: Scenario(name: "test", summary: "A world for tests."), home: try home ?? TestFiles.makeDirectory())
    options.httpPort = 0
    options.httpsPort = 0
    options.seed = 1
    change(&options)
    return options
  }

  /// Starts a server, runs `body` and stops it.
  @discardableResult
  static func server<Result>(_ options: ServerOptions, _ body: (MockIdPServer, HTTPClient) throws -> Result) throws
    -> Result
  {
    let server = try MockIdPServer.start(options)
    defer { server.stop(grace: .seconds(1)) }
    return try body(
      server, HTTPClient(certificateAuthorityPEM: server.certificateAuthorityPEM, connectTo: "127.0.0.1"))
  }

  /// The server of all tests that leave its default world as it is, or need no more than a world of their own.
  private static let common = Result { try MockIdPServer.start(try options()) }

  /// Runs `body` with the server that tests share; it may change nothing there.
  @discardableResult
  static func shared<Result>(_ body: (MockIdPServer, HTTPClient) throws -> Result) throws -> Result {
    let server = try common.get()
    return try body(
      server, HTTPClient(certificateAuthorityPEM: server.certificateAuthorityPEM, connectTo: "127.0.0.1"))
  }

  /// Makes a world on the server that tests share, with the seeds as they are written, and removes it after `body`.
  @discardableResult
  static func world<Result>(_ body: (OwnWorld, HTTPClient) throws -> Result) throws -> Result {
    try shared { server, client in
      let template = server.worlds.templates.template(of: server.world.scenario)
      let world = try server.worlds.make(WorldRecipe(template: template, ids: .asWritten)).world
      defer { _ = try? server.worlds.remove(world.name) }
      return try body(OwnWorld(world, of: server), client)
    }
  }

  /// Why a server with these options does not start.
  static func refusal(_ options: ServerOptions) throws -> String {
    do {
      try MockIdPServer.start(options).stop(grace: .zero)
    } catch { return "\(error)" }
    throw TestFault("the server started")
  }
}

extension HTTPClient {
  func get(_ url: String, _ fields: [(String, String)] = []) throws -> HTTPClientResponse {
    try send(method: "GET", url: url, fields: fields)
  }

  func post(_ url: String, _ body: String, _ fields: [(String, String)] = []) throws -> HTTPClientResponse {
    try send(
      method: "POST", url: url, fields: [("Content-Type", "application/x-www-form-urlencoded")] + fields,
      body: Array(body.utf8))
  }
}
