package import Worlds

/// An endpoint of the login host by its path.
package struct AuthorityRoute: Sendable {
  let pattern: Path.Pattern
  /// The methods that the endpoint has. With nil the endpoint answers every method itself.
  let methods: [String]?
  /// Makes the endpoint from the values at the places in braces, in their order.
  let make: @Sendable ([String], LoginFeatures) -> any Endpoint

  /// A route of a feature. `pattern` is a path with names in braces, such as `/{tenant}/oauth2/v2.0/token`.
  package init(
    _ pattern: Path.Pattern, _ methods: [String]?, _ make: @escaping @Sendable ([String]) -> any Endpoint
  ) {
    self.pattern = pattern
    self.methods = methods
    self.make = { values, _ in make(values) }
  }

  /// A route whose endpoint needs what the features add, such as one where sign-ins begin.
  package init(
    _ pattern: Path.Pattern, _ methods: [String]?,
    joined make: @escaping @Sendable ([String], LoginFeatures) -> any Endpoint
  ) {
    self.pattern = pattern
    self.methods = methods
    self.make = make
  }

  package static let read = ["GET", "HEAD"]
  package static let readAndPost = ["GET", "HEAD", "POST"]
}
