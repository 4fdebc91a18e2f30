/// Reads field lines up to the empty line that ends them, and counts their bytes and fields.
struct HeadReader: Sendable {
  var fields = HTTPFields()
  /// Bytes that were read so far, with the line ends.
  var bytesRead = 0

  /// Reads the lines that are complete.
  ///
  /// - Throws: `tooLarge` for more than `limit` bytes; `HTTPParseError` for too many or malformed fields.
  mutating func read(
    from queue: inout ByteQueue, bytes limit: Int, fieldCount: Int, tooLarge: HTTPParseError
  ) throws(HTTPParseError) -> Bool {
    while let line = try queue.line(limit: max(0, limit - bytesRead), tooLong: tooLarge) {
      bytesRead += line.count + 2
      guard bytesRead <= limit else { throw tooLarge }
      if line.isEmpty { return true }
      guard fields.count < fieldCount else { throw .tooManyFields }
      if fields.isEmpty { fields.reserve(min(fieldCount, 4)) }
      try append(queue.bytes[line])
    }
    return false
  }

  private mutating func append(_ line: ArraySlice<UInt8>) throws(HTTPParseError) {
    if let first = line.first, HTTPSyntax.isBlank(first) { throw .foldedField }
    guard let colon = line.firstIndex(of: HTTPSyntax.colon), colon > line.startIndex,
      line[..<colon].allSatisfy(HTTPSyntax.isTokenCharacter)
    else { throw .fieldName }
    var from = colon + 1
    var to = line.endIndex
    while from < to, HTTPSyntax.isBlank(line[from]) { from += 1 }
    while from < to, HTTPSyntax.isBlank(line[to - 1]) { to -= 1 }
    fields.append(String(decoding: line[..<colon], as: UTF8.self), try Self.text(line[from..<to]))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(HTTPParseError) -> String {
    // ASCII is UTF-8, and nearly every value is ASCII.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .fieldEncoding }
    return text
  }
}
