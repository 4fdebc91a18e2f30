import Dispatch
import Platform
import Scenarios

/// Starts a server in this process and returns when it listens:
///
/// ```swift
/// import MockIdP
///
/// let server = try await MockIdP.start(scenario: "expired-refresh")
/// let authority = server.world.authority()        // https://localhost:40123/common
/// ```
///
/// It stops when it is released, or with ``Server/stop()``.
///
/// - Parameters:
///   - scenario: a name of the library (`mockidp scenario list`), or the path of a file.
///   - configure: changes the configuration before the start.
/// - Returns: the running server.
/// - Throws: ``MockIdPError`` when the scenario is unknown or has a mistake, or a port is taken.
public func start(
  scenario: String = "happy-path", configure: (inout Configuration) -> Void = { _ in }
) async throws -> Server {
  var configuration = Configuration()
  configure(&configuration)
  return try await Server.start(configuration) {
    try ScenarioLibrary.load(scenario) { try Files.contents(of: $0) }
  }
}

/// Starts a server with a scenario that is written down in the test itself.
///
/// - Parameters:
///   - yaml: the text of a scenario file.
///   - configure: changes the configuration before the start.
/// - Returns: the running server.
/// - Throws: ``MockIdPError`` with line and column when the text has a mistake, or when a port is taken.
public func start(
  yaml: String, configure: (inout Configuration) -> Void = { _ in }
) async throws -> Server {
  var configuration = Configuration()
  configure(&configuration)
  return try await Server.start(configuration) {
    try ScenarioDecoder.scenario(from: Array(yaml.utf8), file: "scenario")
  }
}
