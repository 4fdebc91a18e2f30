import Worlds

@testable import MockIdP

/// What a test speaks to: a server with its default world, or a world of the test's own.
protocol Reachable {
  var world: World { get }
  var endpoints: ServerEndpoints { get }
}

extension MockIdPServer: Reachable {}

/// A world of the server that tests share, by the host name that is its own.
struct OwnWorld: Reachable {
  let server: MockIdPServer
  let world: World
  let endpoints: ServerEndpoints

  init(_ world: World, of server: MockIdPServer) {
    self.server = server
    self.world = world
    func own(_ url: String) -> String { url.replacing("://localhost:", with: "://\(world.name).localhost:") }
    let shared = server.endpoints
    endpoints = ServerEndpoints(
      authority: own(shared.authority), graph: own(shared.graph), http: own(shared.http), https: own(shared.https),
      control: own(shared.control))
  }

  /// As the interface for Swift tests hands worlds out.
  var mock: MockWorld { MockWorld(world, base: endpoints.https) }
}
