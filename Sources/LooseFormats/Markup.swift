import Bytes

/// An element of an XML file.
package struct Markup: Sendable {
  package var name: String
  package var attributes: [(name: String, value: String)]
  package var children: [Markup]
  package var text: String
  package var line: Int

  package subscript(_ attribute: String) -> String? {
    attributes.first { ASCII.equalIgnoringCase($0.name, attribute) }?.value
  }

  /// Every element below this one, in the order of the file.
  package var descendants: [Markup] { children.flatMap { [$0] + $0.descendants } }

  /// The root element. Nil for a text that is not well-formed. Nothing outside of the text is read: a document type is
  /// skipped, and of entities only the five of XML and numbers are known.
  package static func parse(_ text: SourceText) -> Markup? {
    var reader = MarkupReader(bytes: text.bytes)
    return reader.document()
  }

  /// The value of an element of a property list.
  package var node: Node {
    switch name {
    case "dict":
      var members: [Node.Member] = []
      var key: Markup?
      for child in children {
        if child.name == "key" {
          key = child
        } else if let named = key {
          members.append(Node.Member(key: named.text, line: named.line, value: child.node))
          key = nil
        }
      }
      return Node(kind: .map(members), line: line)
    case "array": return Node(kind: .list(children.map(\.node)), line: line)
    case "true": return Node(kind: .bool(true), line: line)
    case "false": return Node(kind: .bool(false), line: line)
    case "plist": return children.first?.node ?? Node(kind: .null, line: line)
    default: return Node(kind: .text(ASCII.trimmed(text)), line: line)
    }
  }
}

private struct MarkupReader {
  let bytes: [UInt8]
  var index = 0
  var line = 1

  static let maximumDepth = 64

  mutating func document() -> Markup? {
    skipProlog()
    return element(depth: 0)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func step() {
    if bytes[index] == 0x0A { line += 1 }
    index += 1
  }

  private func starts(with text: String) -> Bool { bytes.has(text, at: index) }

  private mutating func skip(past text: String) {
    while index < bytes.count, !starts(with: text) { step() }
    index = min(index + text.utf8.count, bytes.count)
  }

  private mutating func skipBlanks() { while let byte = next, byte <= 0x20 { step() } }

  private mutating func skipProlog() {
    while true {
      skipBlanks()
      if starts(with: "<?") {
        skip(past: "?>")
      } else if starts(with: "<!--") {
        skip(past: "-->")
      } else if starts(with: "<!") {
        skip(past: ">")
      } else {
        return
      }
    }
  }

  private mutating func name() -> String {
    let start = index
    while let byte = next, byte > 0x20, ![0x3E, 0x2F, 0x3D].contains(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func element(depth: Int) -> Markup? {
    guard next == 0x3C, depth < Self.maximumDepth else { return nil }
    index += 1
    var result = Markup(name: name(), attributes: [], children: [], text: "", line: line)
    guard !result.name.isEmpty else { return nil }
    while true {
      skipBlanks()
      guard let byte = next else { return nil }
      if byte == 0x2F {
        index += 1
        guard next == 0x3E else { return nil }
        index += 1
        return result
      }
      if byte == 0x3E {
        index += 1
        return content(of: &result, depth: depth) ? result : nil
      }
      let attribute = name()
      skipBlanks()
      guard !attribute.isEmpty, next == 0x3D else { return nil }
      index += 1
      skipBlanks()
      guard let quote = next, quote == 0x22 || quote == 0x27 else { return nil }
      index += 1
      let start = index
      while let byte = next, byte != quote {
        _ = byte
        step()
      }
      guard next == quote else { return nil }
      result.attributes.append((attribute, Self.decoded(bytes[start..<index])))
      index += 1
    }
  }

  private mutating func content(of element: inout Markup, depth: Int) -> Bool {
    while let byte = next {
      if byte != 0x3C {
        let start = index
        while let byte = next, byte != 0x3C {
          _ = byte
          step()
        }
        element.text += Self.decoded(bytes[start..<index])
      } else if starts(with: "<!--") {
        skip(past: "-->")
      } else if starts(with: "<![CDATA[") {
        index += 9
        let start = index
        skip(past: "]]>")
        element.text += String(decoding: bytes[start..<max(start, index - 3)], as: UTF8.self)
      } else if starts(with: "<?") {
        skip(past: "?>")
      } else if starts(with: "</") {
        index += 2
        let closed = name()
        skipBlanks()
        guard closed == element.name, next == 0x3E else { return false }
        index += 1
        return true
      } else {
        guard let child = self.element(depth: depth + 1) else { return false }
        element.children.append(child)
      }
    }
    return false
  }

  private static func decoded(_ slice: ArraySlice<UInt8>) -> String {
    CharacterReference.decoded(String(decoding: slice, as: UTF8.self)[...])
  }
}
