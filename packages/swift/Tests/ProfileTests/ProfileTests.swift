import Foundation
import MockIdP
import MockIdPTesting
import Profile
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.world(scenario: "expired-refresh", isVerified: true)) struct ExpiredRefreshTokenTests {
  @Test func theUserSignsInAgain() async throws {
    let app = try await Profile.ofWorld()
    _ = try await app.show()  // asks the user
    _ = try await app.show()  // AADSTS700082: asks again
    #expect(await app.timesAsked == 2)
  }
}

@Suite(.world()) struct RenewalTests {
  @Test func theUserSignsInOnce() async throws {
    let app = try await Profile.ofWorld()
    #expect(try await app.show() == "Alice Archer")
    #expect(try await app.show() == "Alice Archer")
    #expect(await app.timesAsked == 1)
  }

  @Test func revokedSessionsAskTheUser() async throws {
    let app = try await Profile.ofWorld()
    _ = try await app.show()
    let world = try #require(MockWorld.current)
    try world.user("alice").revokeSessions()
    _ = try await app.show()
    #expect(await app.timesAsked == 2)
    #expect(world.journal(event: "token.refused").map(\.code) == ["AADSTS50173"])
  }
}
