/// The text of a refusal, with a `{placeholder}` for each fact.
///
/// Braces around another word than a `Placeholder` are part of the text. The service itself prints `{EmailHidden}`
/// and `{EUII Hidden}` in the place of a name.
package struct MessageTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The template as the catalogue has it, with its braces.
  package let description: String
  private let pieces: [Piece]

  package init(stringLiteral value: String) { self.init(value) }

  package init(_ text: String) {
    description = text
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      plain += rest[..<open]
      let inside = rest[open...].dropFirst()
      if let close = inside.firstIndex(of: "}"), let placeholder = Placeholder(rawValue: String(inside[..<close])) {
        if !plain.isEmpty { pieces.append(.text(plain)) }
        pieces.append(.placeholder(placeholder))
        plain = ""
        rest = inside[close...].dropFirst()
      } else {
        plain += "{"
        rest = inside
      }
    }
    plain += rest
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  /// The facts that the text has a place for.
  package var placeholders: Set<Placeholder> {
    Set(
      pieces.compactMap { piece in
        if case .placeholder(let placeholder) = piece { placeholder } else { nil }
      })
  }

  /// The text with the values of its placeholders. A placeholder without a value shows its example. Braces in a value
  /// stay as they are.
  package func filled(with arguments: [Placeholder: String]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let plain): text += plain
      case .placeholder(let placeholder): text += arguments[placeholder] ?? placeholder.example
      }
    }
  }
}
