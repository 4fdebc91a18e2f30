import Bytes

extension JSONValue {
  /// How the text writes characters above ASCII.
  package enum Escaping: Sendable {
    /// As UTF-8.
    case minimal
    /// As `\uXXXX`, like Graph (observed).
    case ascii
  }

  /// The JSON in one line, without blanks, with the members in their order. A slash is not escaped.
  package var serialized: [UInt8] { serialized(escaping: .minimal) }

  /// The JSON in one line, as `serialized`, with the caller's choice for characters above ASCII.
  package func serialized(escaping: Escaping) -> [UInt8] {
    var output = JSONText()
    write(to: &output, escaping: escaping)
    return output.bytes
  }

  /// `serialized` as text.
  package var text: String { String(decoding: serialized, as: UTF8.self) }

  /// The JSON in several lines, indented by two spaces, for people to read.
  package var prettyText: String {
    var output = JSONText()
    writePretty(to: &output, indent: 0)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private func write(to output: inout JSONText, escaping: Escaping) {
    switch self {
    case .null: output.append("null")
    case .bool(let value): output.append(value ? "true" : "false")
    case .integer(let value): output.append(String(value))
    case .double(let value): output.append(Self.number(value))
    case .string(let value): Self.write(value, to: &output, escaping: escaping)
    case .array(let values):
      output.append(0x5B)
      for index in values.indices {
        if index > 0 { output.append(0x2C) }
        values[index].write(to: &output, escaping: escaping)
      }
      output.append(0x5D)
    case .object(let object):
      output.append(0x7B)
      let members = object.members
      for index in members.indices {
        if index > 0 { output.append(0x2C) }
        Self.write(members[index].name, to: &output, escaping: escaping)
        output.append(0x3A)
        members[index].value.write(to: &output, escaping: escaping)
      }
      output.append(0x7D)
    }
  }

  private func writePretty(to output: inout JSONText, indent: Int) {
    func newLine(_ depth: Int) {
      output.append(0x0A)
      for _ in 0..<depth * 2 { output.append(0x20) }
    }
    switch self {
    case .array(let values) where !values.isEmpty:
      output.append(0x5B)
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(0x2C) }
        newLine(indent + 1)
        value.writePretty(to: &output, indent: indent + 1)
      }
      newLine(indent)
      output.append(0x5D)
    case .object(let object) where !object.members.isEmpty:
      output.append(0x7B)
      for (index, member) in object.members.enumerated() {
        if index > 0 { output.append(0x2C) }
        newLine(indent + 1)
        Self.write(member.name, to: &output, escaping: .minimal)
        output.append(": ")
        member.value.writePretty(to: &output, indent: indent + 1)
      }
      newLine(indent)
      output.append(0x7D)
    default: write(to: &output, escaping: .minimal)
    }
  }

  /// JSON has no infinities. They become null, as in JavaScript.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    return value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
  }

  private static func write(_ text: String, to output: inout JSONText, escaping: Escaping) {
    // Nearly every text is ASCII without escapes, and is appended in one piece.
    if text.utf8.span.isPlainJSON { return output.append(quoted: text) }
    output.append(0x22)
    if escaping == .ascii, text.utf8.contains(where: { $0 > 0x7F }) {
      for unit in text.utf16 {
        if unit < 0x80 { writeASCII(UInt8(unit), to: &output) } else { writeEscape(unit, to: &output) }
      }
    } else {
      for byte in text.utf8 { writeASCII(byte, to: &output) }
    }
    output.append(0x22)
  }

  private static func writeASCII(_ byte: UInt8, to output: inout JSONText) {
    switch byte {
    case 0x22: output.append("\\\"")
    case 0x5C: output.append("\\\\")
    case 0x08: output.append("\\b")
    case 0x09: output.append("\\t")
    case 0x0A: output.append("\\n")
    case 0x0C: output.append("\\f")
    case 0x0D: output.append("\\r")
    case 0..<0x20: writeEscape(UInt16(byte), to: &output)
    default: output.append(byte)
    }
  }

  private static func writeEscape(_ unit: UInt16, to output: inout JSONText) {
    output.append("\\u")
    output.append(Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)]))
  }
}

/// The bytes of a JSON text while it is written. Every answer and every token is one, of hundreds of short texts: room is looked for once a
/// text, and what comes out has as much as it takes.
private struct JSONText: ~Copyable {
  private var room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1_024)
  private var count = 0

  deinit { room.deallocate() }

  var bytes: [UInt8] { Array(room[..<count]) }

  mutating func append(_ byte: UInt8) {
    if count == room.count { grow(by: 1) }
    room[count] = byte
    count += 1
  }

  mutating func append(_ text: String) {
    text.utf8.span.withUnsafeBufferPointer { bytes in
      if bytes.count > room.count - count { grow(by: bytes.count) }
      copy(bytes)
    }
  }

  /// Between quotes.
  mutating func append(quoted text: String) {
    text.utf8.span.withUnsafeBufferPointer { bytes in
      if bytes.count + 2 > room.count - count { grow(by: bytes.count + 2) }
      room[count] = 0x22
      count += 1
      copy(bytes)
      room[count] = 0x22
      count += 1
    }
  }

  private mutating func copy(_ bytes: UnsafeBufferPointer<UInt8>) {
    _ = room[count...].update(fromContentsOf: bytes)
    count += bytes.count
  }

  private mutating func grow(by more: Int) {
    let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(room.count * 2, count + more))
    _ = larger.initialize(fromContentsOf: room[..<count])
    room.deallocate()
    room = larger
  }
}
