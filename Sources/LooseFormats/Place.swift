/// A place in one of the files that were read.
package struct Place: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// As the report names it.
  package var file: String
  /// From 1.
  package var line: Int

  package init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  package static func < (left: Place, right: Place) -> Bool { (left.file, left.line) < (right.file, right.line) }

  package var description: String { "\(file):\(line)" }
}
