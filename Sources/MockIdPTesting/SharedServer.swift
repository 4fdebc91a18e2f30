public import MockIdP

/// The one server that all tests of a process share. It starts when the first test needs a world.
public actor SharedServer {
  /// The shared instance; ``WorldTrait`` uses it.
  public static let instance = SharedServer()

  private var starting: Task<Server, any Error>?

  /// The running server. When the start fails, the next call tries again.
  ///
  /// - Throws: ``MockIdPError`` when the server does not start.
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
