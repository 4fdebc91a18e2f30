/// How much of everything one message may bring. Each limit has its own status, so that nobody has to guess which was hit.
package struct HTTPSizeLimits: Sendable, Hashable {
  /// First line and fields together; past it 431.
  package var headBytes = 16_384
  /// Past it 431.
  package var fieldCount = 100
  /// The request target alone; past it 414.
  package var targetBytes = 8_192
  /// The body without its framing; past it 413.
  package var bodyBytes = 1_048_576
  /// The extensions of all chunks of one body together; past it 400.
  package var chunkExtensionBytes = 4_096
  /// The trailer section of a chunked body; past it 431.
  package var trailerBytes = 4_096

  package init() {}
}
