public import MockIdP

/// The one server of a process of tests, started when the first test wants a world.
public actor SharedServer {
  public static let instance = SharedServer()

  private var starting: Task<Server, any Error>?

  /// The running server. A start that failed is tried again by the next test.
  /// - Throws: ``MockIdPError``.
  public func server() async throws -> Server {
    let task = starting ?? Task { try await MockIdP.start() }
    starting = task
    do {
      return try await task.value
    } catch {
      starting = nil
      throw error
    }
  }
}
