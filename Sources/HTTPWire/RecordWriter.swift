import Bytes

/// Writes the members of a record one after the other: numbers in groups of seven bits, the lowest first; texts as their length and
/// their UTF-8. `RecordReader` reads the same members in the same order.
struct RecordWriter {
  private(set) var bytes: [UInt8]

  /// Begins with room for the record's length, which `finish` fills in. `capacity` is how long the record may well become.
  init(capacity: Int) {
    bytes = []
    bytes.reserveCapacity(capacity)
    bytes.append(contentsOf: repeatElement(0, count: RecordReader.lengthBytes))
  }

  mutating func number(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A negative number becomes 0.
  mutating func number(_ value: Int) { number(UInt64(max(0, value))) }

  mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func text(_ text: String) {
    number(text.utf8.count)
    bytes.append(bytesOf: text)
  }

  mutating func optionalText(_ text: String?) {
    flag(text != nil)
    if let text { self.text(text) }
  }

  mutating func fields(_ fields: HTTPFields) {
    number(fields.count)
    for (name, value) in fields {
      text(name)
      text(value)
    }
  }

  /// A negative duration becomes zero.
  mutating func duration(_ duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    number(UInt64(seconds))
    number(UInt64(attoseconds))
  }

  /// Ends the record. What the caller appends is not part of it.
  consuming func finish() -> [UInt8] {
    var rest = UInt32(clamping: bytes.count - RecordReader.lengthBytes)
    for index in (0..<RecordReader.lengthBytes).reversed() {
      bytes[index] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    return bytes
  }
}
