import JSON

/// The advice about apps, as text for the terminal.
struct AdviceReport: Sendable {
  private static let maximumNumbers = 5

  /// The answer of the control API.
  let answer: JSONValue

  private var rows: [JSONValue] { answer["advice"]?.array ?? [] }

  var isEmpty: Bool { rows.isEmpty }

  /// All of it: what the server has seen, why it matters, and what to do.
  func text(_ palette: Palette) -> String {
    rows.map { row in
      ([title(row, palette)]
        + ["why", "remedy"].flatMap { name in
          Columns.labelled("", row[name]?.string ?? "", indent: 2, width: HelpText.width)
        }).joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  /// Only what the server has seen, under a heading; empty without advice.
  func brief(_ palette: Palette) -> String {
    guard !isEmpty else { return "" }
    let head = "\(palette.bold("Advice"))  ('mockidp explain ID' says why and what to do)\n"
    return head + rows.map { title($0, palette) + "\n" }.joined()
  }

  /// One line of the log for each advice, with all of it.
  func write(to lines: LogLines) {
    for row in rows { lines.write(.warn, title(row, .plain), ["advice": row]) }
  }

  /// `no-pkce  mobile: 1 sign-in asked for a code without code_challenge (#4)`.
  private func title(_ row: JSONValue, _ palette: Palette) -> String {
    let client = row["client"]?.string.map { "\($0): " } ?? ""
    let numbers = (row["exchanges"]?.array ?? []).compactMap(\.integer)
    let shown = numbers.prefix(Self.maximumNumbers).map { "#\($0)" }.joined(separator: ", ")
    let more = numbers.count - Self.maximumNumbers
    let places = more > 0 ? "\(shown) and \(more) more" : shown
    return "\(palette.bold(row["id"]?.string ?? ""))  \(client)\(row["seen"]?.string ?? "") (\(places))"
  }
}
