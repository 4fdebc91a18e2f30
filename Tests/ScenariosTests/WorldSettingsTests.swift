import Directory
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("A world's settings") struct WorldSettingsTests {
  @Test("are the scenario's until they are changed, and after a reset") func change() throws {
    let test = try TestWorld("world: { lifetimes: { accessToken: 5m } }")
    #expect(test.world.settings.lifetimes.accessToken == .minutes(5))
    test.world.changeSettings { $0.lifetimes.accessToken = .minutes(1) }
    #expect(test.world.settings.lifetimes.accessToken == .minutes(1))
    try test.world.reset()
    #expect(test.world.settings.lifetimes.accessToken == .minutes(5))
  }
}
