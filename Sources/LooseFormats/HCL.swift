import Bytes

/// A block of HCL: `resource "azuread_application" "web" { … }`.
package struct HCLBlock: Sendable {
  package var type: String
  package var labels: [String]
  /// Attributes by name. What is not a literal is a text `${expression}`.
  package var attributes: [Node.Member]
  package var blocks: [HCLBlock]
  package var line: Int

  package subscript(_ name: String) -> Node? { attributes.first { $0.key == name }?.value }

  package func line(of name: String) -> Int { attributes.first { $0.key == name }?.line ?? line }

  /// The block as a state of Terraform has it: a list for each kind of block in it.
  package var node: Node {
    var members = attributes
    // A resource may have any number of blocks.
    var places = Dictionary(attributes.indices.map { (attributes[$0].key, $0) }) { first, _ in first }
    for block in blocks where places[block.type] == nil {
      places[block.type] = members.count
      members.append(Node.Member(key: block.type, line: block.line, value: Node(kind: .null, line: block.line)))
    }
    for (type, blocks) in Dictionary(grouping: blocks, by: \.type) {
      guard let place = places[type] else { continue }
      members[place].value.kind = .list(members[place].value.items + blocks.map(\.node))
    }
    return Node(kind: .map(members), line: line)
  }
}

/// Reads the configuration languages of Terraform and of Bicep as far as registrations are written in them: blocks, attributes, literals,
/// lists, maps and references. Nothing is evaluated here. `resource app 'Microsoft.Graph/applications@v1.0' = { … }` and `param name string =
/// 'value'` are blocks with labels too.
package struct HCLReader {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private static let maximumDepth = 24

  /// The blocks of a file, and what could be read before something that is not HCL.
  package static func parse(_ text: SourceText) -> HCLBlock {
    var reader = HCLReader(bytes: text.bytes)
    return reader.body(HCLBlock(type: "", labels: [], attributes: [], blocks: [], line: 1), depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func step() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  /// Blanks and comments; line feeds too where they mean nothing.
  private mutating func skip(lines: Bool) {
    while let byte = next {
      if byte == 0x0A ? lines : byte <= 0x20 {
        step()
      } else if byte == 0x23 || byte == 0x2F && bytes.has("//", at: index) {
        while next.map({ $0 != 0x0A }) ?? false { index += 1 }
      } else if bytes.has("/*", at: index) {
        index += 2
        while index < bytes.count, !bytes.has("*/", at: index) { step() }
        index = min(index + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private static func isName(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte == 0x5F || byte == 0x2D }

  private static func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }

  private mutating func name() -> String {
    let start = index
    while let byte = next, Self.isName(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func body(_ head: HCLBlock, depth: Int) -> HCLBlock {
    var block = head
    while true {
      skip(lines: true)
      guard let byte = next else { return block }
      if byte == 0x7D {
        index += 1
        return block
      }
      let start = line
      let key = Self.isQuote(byte) ? string() : name()
      guard !key.isEmpty, depth < Self.maximumDepth else {
        step()
        continue
      }
      skip(lines: false)
      if next == 0x3D, !bytes.has("==", at: index) {
        index += 1
        block.attributes.append(Node.Member(key: key, line: start, value: value(depth: depth)))
        continue
      }
      var labels: [String] = []
      while let byte = next, Self.isQuote(byte) || Self.isName(byte) || bytes.has("[]", at: index) || byte == 0x3F {
        // `string[]?` is a type of Bicep.
        if !Self.isQuote(byte), !Self.isName(byte) {
          index += byte == 0x3F ? 1 : 2
          continue
        }
        labels.append(Self.isQuote(byte) ? string() : name())
        skip(lines: false)
      }
      if next == 0x3D, !labels.isEmpty, !bytes.has("==", at: index) {
        index += 1
        let node = value(depth: depth)
        let attributes = node.isMap ? node.members : [Node.Member(key: "value", line: start, value: node)]
        block.blocks.append(HCLBlock(type: key, labels: labels, attributes: attributes, blocks: [], line: start))
        continue
      }
      guard next == 0x7B else { continue }
      index += 1
      block.blocks.append(
        body(HCLBlock(type: key, labels: labels, attributes: [], blocks: [], line: start), depth: depth + 1))
    }
  }

  // MARK: Expressions

  /// A literal, a list, a map; any other expression as the text `${expression}`.
  private mutating func value(depth: Int) -> Node {
    skip(lines: false)
    let (start, first) = (index, line)
    let node = depth < Self.maximumDepth ? literal(depth: depth) : nil
    skip(lines: false)
    if let node, next.map({ [0x0A, 0x2C, 0x5D, 0x7D, 0x29].contains($0) }) ?? true { return node }
    // An expression goes to the end of its line, or to what closes the list that it is in. Of a choice the first that says something counts.
    (index, line) = (start, first)
    var open = 0
    var chosen: Node?
    while let byte = next {
      if Self.isQuote(byte) {
        _ = string()
        continue
      }
      if [0x28, 0x5B, 0x7B].contains(byte) { open += 1 }
      if [0x29, 0x5D, 0x7D].contains(byte) {
        if open == 0 { break }
        open -= 1
      }
      if open == 0, byte == 0x0A || byte == 0x2C { break }
      step()
      if open == 0, byte == 0x3F || byte == 0x3A, depth < Self.maximumDepth, index < bytes.count, bytes[index] <= 0x20 {
        skip(lines: true)
        let branch = literal(depth: depth)
        if chosen == nil, let branch, branch.text?.isEmpty != true, branch.text != nil || !branch.items.isEmpty {
          chosen = branch
        }
      }
    }
    if let chosen { return chosen }
    let text = ASCII.trimmed(String(decoding: bytes[start..<index], as: UTF8.self))
    return Node(kind: .text("${\(text)}"), line: first)
  }

  private mutating func literal(depth: Int) -> Node? {
    let start = line
    switch next {
    case 0x22, 0x27: return Node(kind: .text(string()), line: start)
    case 0x5B:
      index += 1
      return list(closing: 0x5D, depth: depth, from: start)
    case 0x7B:
      index += 1
      return map(depth: depth, from: start)
    case 0x3C where bytes.has("<<", at: index): return heredoc()
    default: break
    }
    let word = name()
    switch word {
    case "": return nil
    case "if":
      // Bicep makes the resource only then.
      while let byte = next, byte != 0x7B, byte != 0x0A { index += 1 }
      return literal(depth: depth)
    case "true": return Node(kind: .bool(true), line: start)
    case "false": return Node(kind: .bool(false), line: start)
    case "null": return Node(kind: .null, line: start)
    default: break
    }
    if let number = Int64(word) { return Node(kind: .number(number), line: start) }
    // Functions that only put lists together.
    if next == 0x28, ["toset", "tolist", "concat", "flatten", "compact", "distinct", "setunion"].contains(word) {
      index += 1
      guard let list = list(closing: 0x29, depth: depth, from: start) else { return nil }
      return Node(kind: .list(list.items.flatMap { $0.items.isEmpty ? [$0] : $0.items }), line: start)
    }
    return nil
  }

  private mutating func list(closing: UInt8, depth: Int, from start: Int) -> Node? {
    var items: [Node] = []
    while true {
      skip(lines: true)
      // What is broken off ends here.
      guard let byte = next else { return Node(kind: .list(items), line: start) }
      if byte == closing {
        index += 1
        return Node(kind: .list(items), line: start)
      }
      let before = index
      // `for` makes a list that only a plan knows.
      if items.isEmpty, bytes.has("for ", at: index) { return nil }
      items.append(value(depth: depth + 1))
      skip(lines: true)
      if next == 0x2C { index += 1 }
      if index == before { return nil }
    }
  }

  private mutating func map(depth: Int, from start: Int) -> Node? {
    var members: [Node.Member] = []
    while true {
      skip(lines: true)
      guard let byte = next else { return nil }
      if byte == 0x7D {
        index += 1
        return Node(kind: .map(members), line: start)
      }
      if members.isEmpty, bytes.has("for ", at: index) { return nil }
      let keyLine = line
      let key = Self.isQuote(byte) ? string() : name()
      skip(lines: false)
      // A resource of Bicep within another.
      while key == "resource", let byte = next, Self.isQuote(byte) || Self.isName(byte) {
        _ = Self.isQuote(byte) ? string() : name()
        skip(lines: false)
      }
      guard !key.isEmpty, next == 0x3D || next == 0x3A else { return nil }
      index += 1
      members.append(Node.Member(key: key, line: keyLine, value: value(depth: depth + 1)))
      skip(lines: true)
      if next == 0x2C { index += 1 }
    }
  }

  /// The text between quotation marks, with `${…}` as it stands there.
  private mutating func string() -> String {
    let quote = bytes[index]
    index += 1
    var output: [UInt8] = []
    var open = 0
    while let byte = next, byte != quote || open > 0, byte != 0x0A {
      if byte == 0x5C, index + 1 < bytes.count {
        index += 1
        output.append(bytes[index])
      } else {
        if bytes.has("${", at: index) || open > 0 && byte == 0x7B { open += 1 }
        if byte == 0x7D, open > 0 { open -= 1 }
        output.append(byte)
        if bytes.has("${", at: index) {
          output.append(0x7B)
          index += 1
        }
      }
      index += 1
    }
    if next == quote { index += 1 }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func heredoc() -> Node? {
    let start = line
    index += 2
    if next == 0x2D { index += 1 }
    let mark = name()
    guard !mark.isEmpty else { return nil }
    let from = index
    while index < bytes.count {
      while next.map({ $0 != 0x0A }) ?? false { index += 1 }
      let end = index
      if next != nil { step() }
      skip(lines: false)
      if bytes.has(mark, at: index) {
        index += mark.utf8.count
        return Node(kind: .text(String(decoding: bytes[from..<max(from, end)], as: UTF8.self)), line: start)
      }
    }
    return nil
  }
}
