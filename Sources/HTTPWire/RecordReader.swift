/// Reads what `RecordWriter` wrote. Members that a later version has put behind those it knows are passed over.
struct RecordReader {
  /// How many bytes the length of a record takes, the highest first.
  static let lengthBytes = 4

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  /// The index behind a record that `bytes` begins with. Nil while not all of it is there.
  ///
  /// - Throws: `HTTPParseError` for a record that is longer than `limit`.
  static func end(of bytes: ArraySlice<UInt8>, limit: Int) throws(HTTPParseError) -> Int? {
    guard bytes.count >= lengthBytes else { return nil }
    let length = bytes.prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw .relayRecord }
    return length <= bytes.count - lengthBytes ? bytes.startIndex + lengthBytes + length : nil
  }

  /// `record` is one whole record, with its length.
  init(_ record: ArraySlice<UInt8>) {
    bytes = record
    index = record.startIndex + Self.lengthBytes
  }

  /// Whether nothing follows: an earlier version has written no more.
  var isAtEnd: Bool { index >= bytes.endIndex }

  mutating func byte() throws(HTTPParseError) -> UInt8 {
    guard index < bytes.endIndex else { throw .relayRecord }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func number() throws(HTTPParseError) -> UInt64 {
    var value: UInt64 = 0
    for place in 0..<10 {
      let byte = try byte()
      // The tenth byte has the highest bit alone.
      guard place < 9 || byte <= 1 else { throw .relayRecord }
      value |= UInt64(byte & 0x7F) << UInt64(7 * place)
      if byte & 0x80 == 0 { return value }
    }
    throw .relayRecord
  }

  mutating func integer() throws(HTTPParseError) -> Int {
    guard let value = Int(exactly: try number()) else { throw .relayRecord }
    return value
  }

  mutating func flag() throws(HTTPParseError) -> Bool {
    switch try byte() {
    case 0: return false
    case 1: return true
    default: throw .relayRecord
    }
  }

  mutating func text() throws(HTTPParseError) -> String {
    let length = try integer()
    guard length <= bytes.endIndex - index else { throw .relayRecord }
    defer { index += length }
    guard let text = String(validating: bytes[index..<index + length], as: UTF8.self) else { throw .relayRecord }
    return text
  }

  mutating func optionalText() throws(HTTPParseError) -> String? { try flag() ? try text() : nil }

  /// - Throws: `HTTPParseError` for names and values that no head has, too.
  mutating func fields() throws(HTTPParseError) -> HTTPFields {
    let fields = try fieldsToSend()
    for (name, value) in fields where !HTTPSyntax.isToken(name) || HTTPSyntax.hasControl(value) { throw .relayRecord }
    return fields
  }

  /// Fields that the encoder of a head still makes safe.
  mutating func fieldsToSend() throws(HTTPParseError) -> HTTPFields {
    var fields = HTTPFields()
    for _ in 0..<(try integer()) { fields.append(try text(), try text()) }
    return fields
  }

  mutating func duration() throws(HTTPParseError) -> Duration {
    let seconds = try integer()
    let attoseconds = try integer()
    guard attoseconds < 1_000_000_000_000_000_000 else { throw .relayRecord }
    return Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(attoseconds))
  }
}
