/// Why a text is not XML that this program reads, and where.
package struct XMLError: Error, Sendable, Hashable, CustomStringConvertible {
  package enum Reason: Sendable, Hashable {
    /// The bytes are not UTF-8, or say that they are something else.
    case encoding
    /// What stands there is not XML. The text says what was expected.
    case syntax(String)
    /// A document type, a processing instruction, an entity of one's own: XML, and refused.
    case refused(String)
    /// A name whose prefix is not declared, or a declaration that must not be.
    case namespace(String)
    /// Longer, deeper or more than the limits allow.
    case limit(String)
  }

  package var reason: Reason
  package var place: XMLPlace

  package init(reason: Reason, place: XMLPlace) {
    self.reason = reason
    self.place = place
  }

  package var description: String {
    let text =
      switch reason {
      case .encoding: "the text is not UTF-8"
      case .syntax(let text), .refused(let text), .namespace(let text), .limit(let text): text
      }
    return "line \(place.line), position \(place.position): \(text)"
  }
}
