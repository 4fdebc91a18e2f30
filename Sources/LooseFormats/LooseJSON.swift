import Bytes

/// Reads JSON as people and tools write it: with comments, trailing commas, names without quotation marks, single
/// quotation marks, and a member that stands twice (the last one counts).
package struct LooseJSON {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  private static let maximumDepth = 64

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The root of the document. Nil for a text that is not JSON even so.
  package static func parse(_ text: SourceText) -> Node? {
    var reader = LooseJSON(text.bytes)
    guard let root = reader.value(depth: 0) else { return nil }
    reader.skipBlanks()
    return reader.index == reader.bytes.count ? root : nil
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func step() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  private mutating func skipBlanks() {
    while let byte = next {
      if byte <= 0x20 {
        step()
      } else if byte == 0x2F, index + 1 < bytes.count, bytes[index + 1] == 0x2F {
        while let byte = next, byte != 0x0A {
          _ = byte
          index += 1
        }
      } else if byte == 0x2F, index + 1 < bytes.count, bytes[index + 1] == 0x2A {
        index += 2
        while let byte = next, !(byte == 0x2A && index + 1 < bytes.count && bytes[index + 1] == 0x2F) { step() }
        index = min(index + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) -> Node? {
    guard depth < Self.maximumDepth else { return nil }
    skipBlanks()
    let start = line
    switch next {
    case 0x7B: return map(depth: depth, from: start)
    case 0x5B: return list(depth: depth, from: start)
    case 0x22, 0x27: return string().map { Node(kind: .text($0), line: start) }
    default: return word().map { Node(kind: Self.plain($0), line: start) }
    }
  }

  private static func plain(_ word: String) -> Node.Kind {
    switch word {
    case "true": .bool(true)
    case "false": .bool(false)
    case "null": .null
    default: Int64(word).map { .number($0) } ?? .text(word)
    }
  }

  private mutating func map(depth: Int, from start: Int) -> Node? {
    index += 1
    var members: [Node.Member] = []
    while true {
      skipBlanks()
      if take(0x7D) { return Node(kind: .map(Self.lastOfEachName(members)), line: start) }
      let keyLine = line
      guard let key = next == 0x22 || next == 0x27 ? string() : word() else { return nil }
      skipBlanks()
      guard take(0x3A), let value = value(depth: depth + 1) else { return nil }
      members.append(Node.Member(key: key, line: keyLine, value: value))
      skipBlanks()
      if !take(0x2C), next != 0x7D { return nil }
    }
  }

  private static func lastOfEachName(_ members: [Node.Member]) -> [Node.Member] {
    var seen = SeenWords()
    return members.reversed().filter { seen.insert($0.key) }.reversed()
  }

  private mutating func list(depth: Int, from start: Int) -> Node? {
    index += 1
    var items: [Node] = []
    while true {
      skipBlanks()
      if take(0x5D) { return Node(kind: .list(items), line: start) }
      guard let item = value(depth: depth + 1) else { return nil }
      items.append(item)
      skipBlanks()
      if !take(0x2C), next != 0x5D { return nil }
    }
  }

  /// A name or value without quotation marks.
  private mutating func word() -> String? {
    let start = index
    while let byte = next, ASCII.isAlphanumeric(byte) || [0x5F, 0x2D, 0x2B, 0x2E, 0x24].contains(byte) { index += 1 }
    return start == index ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func string() -> String? {
    let quote = bytes[index]
    index += 1
    var output: [UInt8] = []
    while let byte = next, byte != quote {
      if byte == 0x5C {
        index += 1
        guard escape(into: &output) else { return nil }
      } else {
        output.append(byte)
        step()
      }
    }
    return take(quote) ? String(decoding: output, as: UTF8.self) : nil
  }

  private mutating func escape(into output: inout [UInt8]) -> Bool {
    guard let byte = next else { return false }
    step()
    switch byte {
    case 0x6E: output.append(0x0A)
    case 0x74: output.append(0x09)
    case 0x72, 0x62, 0x66: break
    case 0x75:
      var unit: UInt32 = 0
      for _ in 0..<4 {
        guard let digit = next.flatMap(ASCII.hexValue) else { return false }
        unit = unit << 4 | UInt32(digit)
        index += 1
      }
      // Half a pair becomes the replacement character: names of people do not decide anything here.
      output.append(bytesOf: String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")))
    default: output.append(byte)
    }
    return true
  }
}
