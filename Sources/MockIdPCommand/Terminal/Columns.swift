import Bytes

/// Text set in columns of limited width. A cell is one line: `Printable` makes it one.
enum Columns {
  /// Breaks `text` at its blanks. A word longer than `width` has a line of its own.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in Printable.line(text).split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// Puts `label` before the first line of `text`. The other lines begin at the same column.
  static func labelled(_ label: String, _ text: String, indent: Int, width: Int) -> [String] {
    lines(text, width: width - indent).enumerated().map { index, line in
      padded(index == 0 ? label : "", to: indent) + line
    }
  }

  /// The text; when it is longer than `width`, its beginning with a mark that it goes on.
  static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(max(0, width - 1)) + "…"
  }

  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Rows in columns as wide as their widest cells, with two blanks between them and none at the end of a line.
  static func table(_ rows: [[String]], indent: Int = 0) -> [String] {
    let rows = rows.map { $0.map(Printable.line) }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = String(repeating: " ", count: indent)
      for (column, cell) in row.enumerated() {
        line += column == row.count - 1 ? cell : padded(cell, to: widths[column] + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
