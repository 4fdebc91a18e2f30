extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral literal: StaticString) { markup(literal) }

  package init(stringInterpolation: Interpolation) { self = stringInterpolation.html }

  /// Collects the parts of one literal. Its literal type is `StaticString`, so a part that the compiler did not see in the
  /// source cannot pass as markup.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var html = HTML()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: StaticString) { html.markup(literal) }

    /// Escaped text.
    package mutating func appendInterpolation(_ value: String) { html.text(value) }

    package mutating func appendInterpolation(_ value: Int) { html.text(String(value)) }

    /// Markup as it is, nothing for nil.
    package mutating func appendInterpolation(_ part: HTML?) {
      if let part { html.append(part) }
    }

    /// Markup that is there only under a condition, such as a boolean attribute.
    package mutating func appendInterpolation(_ part: HTML, if condition: Bool) {
      if condition { html.append(part) }
    }

    /// A JSON string, quotes included, fit for a data block.
    package mutating func appendInterpolation(json value: String) { html.json(value) }

    /// One part after the other.
    package mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { html.append(part) }
    }
  }
}
