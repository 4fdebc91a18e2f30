extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral literal: StaticString) { markup(literal) }

  package init(stringInterpolation: Interpolation) { self = stringInterpolation.html }

  /// Collects the parts of one literal. Its literal type is `StaticString`: only text that is in the source file can
  /// become markup.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var html = HTML()

    package init(literalCapacity: Int, interpolationCount: Int) {
      html.reserve(literalCapacity + 48 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: StaticString) { html.markup(literal) }

    /// Text; it is escaped.
    package mutating func appendInterpolation(_ value: String) { html.text(value) }

    package mutating func appendInterpolation(_ value: Int) { html.text(String(value)) }

    /// Markup as it is; nothing for nil.
    package mutating func appendInterpolation(_ part: HTML?) {
      if let part { html.append(part) }
    }

    /// Markup that depends on a condition, such as a boolean attribute.
    package mutating func appendInterpolation(_ part: HTML, if condition: Bool) {
      if condition { html.append(part) }
    }

    /// A JSON string with its quotes, for a block of data in a `script` element.
    package mutating func appendInterpolation(json value: String) { html.json(value) }

    /// The parts one after the other.
    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { html.append(part) }
    }
  }
}
