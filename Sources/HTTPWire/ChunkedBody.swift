import Bytes

/// Reads a chunked body (RFC 9112 §7.1). Chunk extensions are checked and ignored; trailers are checked and thrown
/// away.
struct ChunkedBody: Sendable {
  private enum State {
    case size
    case data(remaining: Int)
    case dataEnd
    case trailers
  }

  /// The body so far, without the framing.
  private(set) var bytes: [UInt8] = []
  private var state = State.size
  private var extensionBytes = 0
  private var trailers = HeadReader()

  /// Gives out the body so far and empties it, for a body that is read piece by piece.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Reads what has arrived.
  ///
  /// - Throws: `HTTPParseError` for malformed chunks and for a body, extensions or trailers over their limits.
  mutating func read(from queue: inout ByteQueue, limits: HTTPSizeLimits) throws(HTTPParseError) -> Bool {
    while true {
      switch state {
      case .size:
        guard let line = try queue.line(limit: 20 + limits.chunkExtensionBytes, tooLong: .chunkExtension) else {
          return false
        }
        let size = try size(of: queue.bytes[line], limits: limits)
        guard size <= limits.bodyBytes - bytes.count else { throw .bodyTooLarge }
        state = size == 0 ? .trailers : .data(remaining: size)
      case .data(let remaining):
        let run = queue.take(upTo: remaining)
        guard !run.isEmpty else { return false }
        bytes.append(contentsOf: queue.bytes[run])
        state = run.count == remaining ? .dataEnd : .data(remaining: remaining - run.count)
      case .dataEnd:
        guard queue.first == nil || queue.first == HTTPSyntax.carriageReturn else { throw .chunkEnd }
        guard let line = try queue.line(limit: 0, tooLong: .chunkEnd) else { return false }
        guard line.isEmpty else { throw .chunkEnd }
        state = .size
      case .trailers:
        return try trailers.read(
          from: &queue, bytes: limits.trailerBytes, fieldCount: limits.fieldCount, tooLarge: .trailersTooLarge)
      }
    }
  }

  private mutating func size(of line: ArraySlice<UInt8>, limits: HTTPSizeLimits) throws(HTTPParseError) -> Int {
    let digits = line.prefix { ASCII.hexValue($0) != nil }
    guard !digits.isEmpty, digits.count <= 15 else { throw .chunkSize }
    let size = digits.reduce(0) { $0 << 4 | Int(ASCII.hexValue($1) ?? 0) }
    let rest = line[digits.endIndex...]
    guard !rest.isEmpty else { return size }
    guard rest.drop(while: HTTPSyntax.isBlank).first == HTTPSyntax.semicolon else { throw .chunkSize }
    extensionBytes += rest.count
    guard extensionBytes <= limits.chunkExtensionBytes else { throw .chunkExtension }
    return size
  }
}
