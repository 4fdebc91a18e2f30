import Bytes

/// How long a message and its parts may be. Each limit names the status for a request that exceeds it, so that the
/// developer sees which one it was.
package struct HTTPSizeLimits: Sendable, Hashable {
  /// The first line and the fields together; 431 for more.
  package var headBytes = 16_384
  /// How many header fields; 431 for more.
  package var fieldCount = 100
  /// The request target alone; 414 for more. It is more than what the login service takes, so that AADSTS90015 can say that a query is too long.
  package var targetBytes = 12_288
  /// The body without its framing; 413 for more.
  package var bodyBytes = 1_048_576
  /// Paths whose bodies may be longer than others: by how a path begins, in small letters, with the limit in bytes.
  package var longerBodies: [LongerBody] = []
  /// The extensions of all chunks of one body together; 400 for more.
  package var chunkExtensionBytes = 4_096
  /// The trailers of a chunked body; 431 for more.
  package var trailerBytes = 4_096

  package init() {}

  package struct LongerBody: Sendable, Hashable {
    package var path: String
    package var bytes: Int

    package init(_ path: String, bytes: Int) {
      self.path = path
      self.bytes = bytes
    }
  }

  /// The limits for a request of that path.
  func limits(for path: String) -> Self {
    guard
      let longer = longerBodies.first(where: { ASCII.lowercased(String(path.prefix($0.path.utf8.count))) == $0.path })
    else { return self }
    var limits = self
    limits.bodyBytes = max(bodyBytes, longer.bytes)
    return limits
  }
}
