/// Why an embedded server did not start, or did not do what a test asked of it.
public struct MockIdPError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the cause and the remedy.
  public let description: String

  init(_ description: String) { self.description = description }

  /// Wraps an error of the inner modules. Their descriptions are sentences already.
  init(_ error: any Error) { description = "\(error)" }
}
