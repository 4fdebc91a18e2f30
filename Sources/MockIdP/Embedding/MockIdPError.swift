/// Why something asked of an embedded server was not done: one sentence with the remedy.
public struct MockIdPError: Error, Sendable, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// Wraps what the layers below throw, whose descriptions are sentences already.
  init(_ error: any Error) { description = "\(error)" }
}
