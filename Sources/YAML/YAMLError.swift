/// The reason why a text is not a YAML document, or why the document is refused, with the place.
package struct YAMLError: Error, Hashable, CustomStringConvertible {
  /// The problem, in libyaml's words when libyaml found it.
  package var problem: String
  /// The place of the problem.
  package var mark: YAMLMark

  package init(_ problem: String, at mark: YAMLMark) {
    self.problem = problem
    self.mark = mark
  }

  /// Counted from 1.
  package var line: Int { mark.line }

  /// Counted from 1, in Unicode scalars.
  package var column: Int { mark.column }

  package var description: String { "\(mark): \(problem)" }
}
