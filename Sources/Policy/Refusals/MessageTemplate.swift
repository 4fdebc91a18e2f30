/// The text of a refusal with `{placeholder}`s where facts go in.
///
/// Braces around anything but a `Placeholder` are text: the service itself prints `{EmailHidden}` and `{EUII Hidden}` where
/// it keeps a name back.
package struct MessageTemplate: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The template as written, braces and all.
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

  /// What the template asks for.
  package var placeholders: Set<Placeholder> {
    Set(
      pieces.compactMap { piece in
        if case .placeholder(let placeholder) = piece { placeholder } else { nil }
      })
  }

  /// The text with each placeholder replaced by its value, or by its example where none is given. Values are put in as
  /// they are: braces inside them mean nothing.
  package func filled(with arguments: [Placeholder: String]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .text(let plain): text += plain
      case .placeholder(let placeholder): text += arguments[placeholder] ?? placeholder.example
      }
    }
  }
}
