import Policy
import TestSupport
import YAML

/// A table of the page on fidelity, as its file has it: `head`, and `rows` that are lists of cells, or statements with `what`, `known`,
/// `source` and `shown`.
struct FidelityTable {
  let head: [String]
  let rows: [[String]]
  /// How each statement is known. Empty for a table that states nothing of the service.
  let known: [Knowledge]

  init(head: [String], rows: [[String]], known: [Knowledge]) {
    self.head = head
    self.rows = rows
    self.known = known
  }

  init(at path: String) throws {
    guard let bytes = TestFiles.read(path) else { throw TestFault("no file \(path)") }
    let root = try YAMLDocument.parse(bytes)
    guard let head = root["head"]?.items, let items = root["rows"]?.items else {
      throw TestFault("\(path): no head or rows")
    }
    var rows: [[String]] = []
    var known: [Knowledge] = []
    for item in items {
      if let cells = item.items {
        rows.append(cells.compactMap(\.text))
        continue
      }
      let cells = ["what", "source", "shown"].compactMap { item[$0]?.text }
      guard let word = item["known"]?.text.flatMap(Knowledge.init(rawValue:)), cells.count == 3 else {
        throw TestFault("\(path):\(item.mark.line): a statement has 'what', 'known', 'source' and 'shown'")
      }
      known.append(word)
      rows.append(cells)
    }
    self.init(head: head.compactMap(\.text), rows: rows, known: known)
    guard rows.allSatisfy({ $0.count == self.head.count }) else { throw TestFault("\(path): a row with other cells") }
  }

  var text: String {
    let lines = [head, head.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}
