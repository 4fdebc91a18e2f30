import Bytes

/// Bytes that arrived and were not read yet. Readers get ranges of `bytes`, so nothing is copied.
struct ByteQueue: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The index of the first byte that was not taken yet.
  private(set) var start = 0
  /// Before this index there is no line end. So a head that arrives in small pieces is searched once only.
  private var scanned = 0

  /// A buffer that grew larger than this is freed when it is empty.
  private static let keptCapacity = 65_536

  var count: Int { bytes.count - start }

  var isEmpty: Bool { start == bytes.count }

  var first: UInt8? { isEmpty ? nil : bytes[start] }

  /// Adds bytes at the end. Ranges that `take` and `line` gave out are not valid any more.
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

  /// Takes at most `limit` bytes off the front. The range is one of `bytes` and valid until the next `append`.
  mutating func take(upTo limit: Int) -> Range<Int> {
    let end = start + min(limit, count)
    defer { move(to: end) }
    return start..<end
  }

  /// Takes the next line off the front. The range leaves out the CR LF and is valid until the next `append`. Nil
  /// while the line is not complete.
  ///
  /// - Throws: `tooLong` for a line of more than `limit` bytes, complete or not; an error for a control character, a
  ///   CR alone or a LF alone.
  mutating func line(limit: Int, tooLong: HTTPParseError) throws(HTTPParseError) -> Range<Int>? {
    // The search goes no further than a line may reach. So a line that is too long gives `tooLong`, whatever follows
    // it and however it arrives.
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
