import CSQLite

/// Values of a row, one behind the other, as bytes: a letter for the storage class, then the value. Two rows with the same values have
/// the same bytes.
package enum PackedValues {
  private enum Tag {
    static let null: UInt8 = 0x6E
    static let integer: UInt8 = 0x69
    static let real: UInt8 = 0x72
    static let text: UInt8 = 0x74
    static let blob: UInt8 = 0x62
  }

  /// The bytes of these values.
  package static func bytes(of values: [SQLiteValue]) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values {
      switch value {
      case .null: bytes.append(Tag.null)
      case .integer(let number): append(Tag.integer, UInt64(bitPattern: number), to: &bytes)
      case .real(let number): append(Tag.real, number.bitPattern, to: &bytes)
      case .text(let text): append(Tag.text, Array(text.utf8), to: &bytes)
      case .blob(let blob): append(Tag.blob, blob, to: &bytes)
      }
    }
    return bytes
  }

  /// The values of these bytes. Nil when they are cut short or are not such bytes.
  package static func values(of bytes: ArraySlice<UInt8>) -> [SQLiteValue]? {
    var values: [SQLiteValue] = []
    var rest = bytes
    func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    while let tag = rest.popFirst() {
      switch tag {
      case Tag.null: values.append(.null)
      case Tag.integer, Tag.real:
        guard let word = take(8).map({ $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }) else { return nil }
        values.append(tag == Tag.integer ? .integer(Int64(bitPattern: word)) : .real(Double(bitPattern: word)))
      case Tag.text, Tag.blob:
        guard let size = take(4).map({ $0.reduce(0) { $0 << 8 | Int($1) } }), let content = take(size) else {
          return nil
        }
        values.append(tag == Tag.blob ? .blob(Array(content)) : .text(String(decoding: content, as: UTF8.self)))
      default: return nil
      }
    }
    return values
  }

  /// Adds a value of SQLite's own.
  static func append(_ value: OpaquePointer?, to bytes: inout [UInt8]) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: append(Tag.integer, UInt64(bitPattern: sqlite3_value_int64(value)), to: &bytes)
    case SQLITE_FLOAT: append(Tag.real, sqlite3_value_double(value).bitPattern, to: &bytes)
    case SQLITE_TEXT:
      // The pointer comes before the count, because a conversion of the encoding may change the count.
      let start = sqlite3_value_text(value)
      append(Tag.text, UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), to: &bytes)
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      append(Tag.blob, UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))), to: &bytes)
    default: bytes.append(Tag.null)
    }
  }

  private static func append(_ tag: UInt8, _ word: UInt64, to bytes: inout [UInt8]) {
    bytes.append(tag)
    withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private static func append(_ tag: UInt8, _ content: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(tag)
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: content.count).bigEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: content)
  }
}
