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
  package var serialized: [UInt8] {
    if let count = plainCount {
      return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
        written = 0
        writePlain(to: buffer, at: &written)
      }
    }
    var output: [UInt8] = []
    output.reserveCapacity(1_024)
    write(to: &output, escaping: .minimal)
    return output
  }

  /// The JSON in one line, as `serialized`, with the caller's choice for characters above ASCII.
  package func serialized(escaping: Escaping) -> [UInt8] {
    var output: [UInt8] = []
    write(to: &output, escaping: escaping)
    return output
  }

  /// `serialized` as text.
  package var text: String { String(decoding: serialized, as: UTF8.self) }

  /// The JSON in several lines, indented by two spaces, for people to read.
  package var prettyText: String {
    var output: [UInt8] = []
    writePretty(to: &output, indent: 0)
    return String(decoding: output, as: UTF8.self)
  }

  /// How many bytes `serialized` has. Nil when a text needs an escape or has letters above ASCII, and with a number that has a fraction:
  /// nearly everything else is copied text by text into a place of that size.
  private var plainCount: Int? {
    switch self {
    case .null: return 4
    case .bool(let value): return value ? 4 : 5
    case .integer(let value): return String(value).utf8.count
    case .double: return nil
    case .string(let value): return Self.plainCount(of: value)
    case .array(let values):
      var count = max(2, values.count + 1)
      for index in values.indices {
        guard let more = values[index].plainCount else { return nil }
        count += more
      }
      return count
    case .object(let object):
      let members = object.members
      var count = max(2, members.count * 2 + 1)
      for index in members.indices {
        guard let name = Self.plainCount(of: members[index].name), let more = members[index].value.plainCount else {
          return nil
        }
        count += name + more
      }
      return count
    }
  }

  private static func plainCount(of text: String) -> Int? {
    let bytes = text.utf8.span
    return bytes.isPlainJSON ? bytes.count + 2 : nil
  }

  private func writePlain(to buffer: UnsafeMutableBufferPointer<UInt8>, at place: inout Int) {
    switch self {
    case .null: Self.copy("null", to: buffer, at: &place)
    case .bool(let value): Self.copy(value ? "true" : "false", to: buffer, at: &place)
    case .integer(let value): Self.copy(String(value), to: buffer, at: &place)
    // `plainCount` has no length for it.
    case .double: break
    case .string(let value): Self.quote(value, to: buffer, at: &place)
    case .array(let values):
      Self.put(0x5B, to: buffer, at: &place)
      for index in values.indices {
        if index > 0 { Self.put(0x2C, to: buffer, at: &place) }
        values[index].writePlain(to: buffer, at: &place)
      }
      Self.put(0x5D, to: buffer, at: &place)
    case .object(let object):
      Self.put(0x7B, to: buffer, at: &place)
      let members = object.members
      for index in members.indices {
        if index > 0 { Self.put(0x2C, to: buffer, at: &place) }
        Self.quote(members[index].name, to: buffer, at: &place)
        Self.put(0x3A, to: buffer, at: &place)
        members[index].value.writePlain(to: buffer, at: &place)
      }
      Self.put(0x7D, to: buffer, at: &place)
    }
  }

  private static func put(_ byte: UInt8, to buffer: UnsafeMutableBufferPointer<UInt8>, at place: inout Int) {
    precondition(place < buffer.count)
    buffer.initializeElement(at: place, to: byte)
    place += 1
  }

  private static func quote(_ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>, at place: inout Int) {
    put(0x22, to: buffer, at: &place)
    copy(text, to: buffer, at: &place)
    put(0x22, to: buffer, at: &place)
  }

  private static func copy(_ text: String, to buffer: UnsafeMutableBufferPointer<UInt8>, at place: inout Int) {
    text.utf8.span.withUnsafeBufferPointer { bytes in
      guard let from = bytes.baseAddress, let to = buffer.baseAddress else { return }
      precondition(bytes.count <= buffer.count - place)
      (to + place).initialize(from: from, count: bytes.count)
      place += bytes.count
    }
  }

  private func write(to output: inout [UInt8], escaping: Escaping) {
    switch self {
    case .null: output.append(bytesOf: "null")
    case .bool(let value): output.append(bytesOf: value ? "true" : "false")
    case .integer(let value): output.append(bytesOf: String(value))
    case .double(let value): output.append(bytesOf: Self.number(value))
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

  private func writePretty(to output: inout [UInt8], indent: Int) {
    func newLine(_ depth: Int) {
      output.append(0x0A)
      output.append(contentsOf: repeatElement(0x20, count: depth * 2))
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
        output.append(contentsOf: [0x3A, 0x20])
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

  private static func write(_ text: String, to output: inout [UInt8], escaping: Escaping) {
    output.append(0x22)
    // Nearly every text is ASCII without escapes, and is appended in one piece.
    if text.utf8.span.isPlainJSON {
      output.append(bytesOf: text)
      output.append(0x22)
      return
    }
    if escaping == .ascii, text.utf8.contains(where: { $0 > 0x7F }) {
      for unit in text.utf16 {
        if unit < 0x80 { writeASCII(UInt8(unit), to: &output) } else { writeEscape(unit, to: &output) }
      }
    } else {
      for byte in text.utf8 { writeASCII(byte, to: &output) }
    }
    output.append(0x22)
  }

  private static func writeASCII(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case 0x22: output.append(contentsOf: [0x5C, 0x22])
    case 0x5C: output.append(contentsOf: [0x5C, 0x5C])
    case 0x08: output.append(contentsOf: [0x5C, 0x62])
    case 0x09: output.append(contentsOf: [0x5C, 0x74])
    case 0x0A: output.append(contentsOf: [0x5C, 0x6E])
    case 0x0C: output.append(contentsOf: [0x5C, 0x66])
    case 0x0D: output.append(contentsOf: [0x5C, 0x72])
    case 0..<0x20: writeEscape(UInt16(byte), to: &output)
    default: output.append(byte)
    }
  }

  private static func writeEscape(_ unit: UInt16, to output: inout [UInt8]) {
    output.append(contentsOf: [0x5C, 0x75])
    output.append(contentsOf: Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)]).utf8)
  }
}
