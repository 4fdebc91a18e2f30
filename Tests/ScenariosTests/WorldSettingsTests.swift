import Directory
import Expectations
import Testing
import Time

@testable import Scenarios
@testable import Worlds

@Suite("A world's settings") struct WorldSettingsTests {
  @Test("are the scenario's until they are changed, and after a reset") func change() throws {
    let test = try TestWorld("world: { lifetimes: { accessToken: 5m } }")
    expectEqual(test.world.settings.lifetimes.accessToken, .minutes(5))
    test.world.changeSettings { $0.lifetimes.accessToken = .minutes(1) }
    expectEqual(test.world.settings.lifetimes.accessToken, .minutes(1))
    try test.world.reset()
    expectEqual(test.world.settings.lifetimes.accessToken, .minutes(5))
  }
}
