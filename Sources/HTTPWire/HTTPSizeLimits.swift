/// How long a message and its parts may be. Each limit names the status for a request that exceeds it, so that the
/// developer sees which one it was.
package struct HTTPSizeLimits: Sendable, Hashable {
  /// The first line and the fields together; 431 for more.
  package var headBytes = 16_384
  /// How many header fields; 431 for more.
  package var fieldCount = 100
  /// The request target alone; 414 for more.
  package var targetBytes = 8_192
  /// The body without its framing; 413 for more.
  package var bodyBytes = 1_048_576
  /// The extensions of all chunks of one body together; 400 for more.
  package var chunkExtensionBytes = 4_096
  /// The trailers of a chunked body; 431 for more.
  package var trailerBytes = 4_096

  package init() {}
}
