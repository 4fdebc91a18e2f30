import Foundation
import MockIdP
import MockIdPTesting
import Profile
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Profile {
  /// The app in the world of the test, with alice before it.
  static func ofWorld() async throws -> Profile {
    let world = try #require(MockWorld.current)
    let server = try await SharedServer.instance.server()
    return Profile(
      authority: world.authority(), graph: world.graphURL, clientID: try world.app("mobile").clientID,
      session: server.makeURLSession()
    ) {
      page, session in
      try await Person(alias: "alice", world: world).signIn(on: page, session)
    }
  }
}
