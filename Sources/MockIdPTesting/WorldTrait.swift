public import MockIdP
public import Testing

/// Gives each test a world of its own, on one server that all tests of the process share.
///
/// ```swift
/// import MockIdPTesting
///
/// @Suite(.world(scenario: "expired-refresh")) struct RenewalTests {
///   @Test func fallsBackToInteractive() async throws {
///     let world = try #require(MockWorld.current)
///     let app = MyApp(authority: world.authority())
///     …
///   }
/// }
/// ```
///
/// On a suite it holds for every test in it, each case of a parameterised test included; on a test for that one. The world is removed
/// when the test ends.
public struct WorldTrait: SuiteTrait, TestTrait, TestScoping {
  let scenario: String
  let isVerified: Bool

  /// True: a trait of a suite applies to every test in it.
  public var isRecursive: Bool { true }

  /// Makes a world, runs the test with ``MockWorld/current`` set to it, and removes the world. The testing library
  /// calls it.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let server = try await SharedServer.instance.server()
    let world = try server.makeWorld(scenario: scenario)
    defer { try? server.remove(world) }
    try await MockWorld.$current.withValue(world) { try await function() }
    guard isVerified else { return }
    for verdict in world.verify() where !verdict.isMet { Issue.record("\(verdict.sentence)") }
  }
}

extension Trait where Self == WorldTrait {
  /// A world of its own for each test.
  ///
  /// - Parameters:
  ///   - scenario: a name of the library (`mockidp scenario list`).
  ///   - isVerified: whether the test fails at its end for each expectation of the scenario that was not met.
  /// - Returns: the trait.
  public static func world(scenario: String = "happy-path", isVerified: Bool = false) -> Self {
    Self(scenario: scenario, isVerified: isVerified)
  }
}

extension MockWorld {
  /// The world of the running test. Nil when the test has no trait ``Testing/Trait/world(scenario:isVerified:)``.
  @TaskLocal public static var current: MockWorld?
}
