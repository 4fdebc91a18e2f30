import Bytes
import YAML

/// Reads a file of YAML documents. A document that is not YAML, such as a template with `@name@` in it, is read line
/// by line as far as it has the form `key: value`.
package enum LooseYAML {
  /// The root of each document.
  package static func parse(_ text: SourceText) -> [Node] {
    var documents: [Node] = []
    var part: [String] = []
    var first = 1
    let lines = text.lines
    for (index, line) in lines.enumerated() {
      let isBorder = line.hasPrefix("---") && (line.utf8.count == 3 || line.utf8.dropFirst(3).first == 0x20)
      if isBorder {
        documents += document(part, first: first)
        part = []
        first = index + 2
      } else {
        part.append(line)
      }
    }
    return documents + document(part, first: first)
  }

  private static func document(_ lines: [String], first: Int) -> [Node] {
    guard lines.contains(where: { !ASCII.trimmed($0).isEmpty }) else { return [] }
    if let root = try? YAMLDocument.parse(lines.joined(separator: "\n")) { return [node(root, offset: first - 1)] }
    return [byLines(lines, first: first)]
  }

  private static func node(_ value: YAMLNode, offset: Int) -> Node {
    let line = value.mark.line + offset
    switch value.kind {
    case .scalar(let text, _):
      if value.isNull { return Node(kind: .null, line: line) }
      if let bool = value.bool { return Node(kind: .bool(bool), line: line) }
      return Node(kind: .text(text), line: line)
    case .sequence(let items): return Node(kind: .list(items.map { node($0, offset: offset) }), line: line)
    case .mapping(let entries):
      return Node(
        kind: .map(
          entries.map {
            Node.Member(key: $0.name, line: $0.key.mark.line + offset, value: node($0.value, offset: offset))
          }
        ), line: line)
    }
  }

  /// The lines `key: value`, nested by their indentation. Anything else is skipped.
  private static func byLines(_ lines: [String], first: Int) -> Node {
    var open: [(indent: Int, key: String, line: Int, members: [Node.Member])] = [(-1, "", first, [])]
    func close(_ open: inout [(indent: Int, key: String, line: Int, members: [Node.Member])]) {
      let last = open.removeLast()
      let value = Node(kind: .map(last.members), line: last.line)
      open[open.count - 1].members.append(Node.Member(key: last.key, line: last.line, value: value))
    }
    for (index, line) in lines.enumerated() {
      let text = ASCII.trimmed(line)
      guard !text.isEmpty, !text.hasPrefix("#"), let colon = text.utf8.firstIndex(of: 0x3A) else { continue }
      let indent = line.utf8.prefix { $0 == 0x20 }.count
      while open.count > 1, open[open.count - 1].indent >= indent { close(&open) }
      let key = Quoting.unquoted(String(text[..<colon]))
      let value = Quoting.unquoted(Quoting.withoutComment(ASCII.trimmed(text[text.index(after: colon)...])))
      if value.isEmpty {
        open.append((indent, key, first + index, []))
      } else {
        let node = Node(kind: .text(value), line: first + index)
        open[open.count - 1].members.append(Node.Member(key: key, line: first + index, value: node))
      }
    }
    while open.count > 1 { close(&open) }
    return Node(kind: .map(open[0].members), line: first)
  }
}
