/// What stands in an element.
package enum XMLNode: Sendable, Hashable {
  case element(XMLElement)
  /// After references were resolved.
  case text(String)
  /// The text between `<!--` and `-->`. The reader drops comments unless it is told to keep them.
  case comment(String)

  package var element: XMLElement? {
    guard case .element(let element) = self else { return nil }
    return element
  }
}

/// A place in a text, as editors count: both from 1, positions in bytes.
package struct XMLPlace: Sendable, Hashable {
  package var line: Int
  package var position: Int

  package init(line: Int, position: Int) {
    self.line = line
    self.position = position
  }
}
