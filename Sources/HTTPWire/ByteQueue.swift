import Bytes

/// Bytes that arrived and were not yet read, handed out as lines or runs without being moved.
struct ByteQueue: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The first byte not yet taken.
  private(set) var start = 0
  /// Up to here no line ends, so that a head that trickles in is looked at once.
  private var scanned = 0

  /// A buffer that grew larger than this is given back once it is empty.
  private static let keptCapacity = 65_536

  var count: Int { bytes.count - start }

  var isEmpty: Bool { start == bytes.count }

  var first: UInt8? { isEmpty ? nil : bytes[start] }

  mutating func append(_ more: Span<UInt8>) {
    if isEmpty {
      if bytes.capacity > Self.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
      start = 0
      scanned = 0
    } else if start > 4_096, start > bytes.count / 2 {
      bytes.removeSubrange(..<start)
      scanned -= start
      start = 0
    }
    more.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }

  /// Takes up to `limit` bytes off the front. The range is one of `bytes` and good until the next `append`.
  mutating func take(upTo limit: Int) -> Range<Int> {
    let end = start + min(limit, count)
    defer { move(to: end) }
    return start..<end
  }

  /// Takes the next line off the front; the range leaves out its CR LF and is good until the next `append`. Nil as long as
  /// the line is not complete. Throws for a line that is longer than `limit` bytes, complete or not.
  mutating func line(limit: Int, tooLong: HTTPParseError) throws(HTTPParseError) -> Range<Int>? {
    // No further than a line may reach: one that is too long is told as that, whatever follows and however it arrives.
    let end = min(bytes.count, start + limit + 1)
    let index = scanned < end ? bytes.span.firstControl(from: scanned, to: end) : scanned
    if index < end {
      guard bytes[index] == HTTPSyntax.carriageReturn else {
        throw bytes[index] == HTTPSyntax.lineFeed ? .bareLF : .controlCharacter
      }
      if index + 1 < bytes.count {
        guard bytes[index + 1] == HTTPSyntax.lineFeed else { throw .bareCR }
        let line = start..<index
        move(to: index + 2)
        return line
      }
    }
    scanned = index
    guard index - start <= limit else { throw tooLong }
    return nil
  }

  private mutating func move(to index: Int) {
    start = index
    scanned = max(scanned, index)
  }
}
