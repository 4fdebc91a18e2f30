/// A text that is no YAML document, or one that is refused.
package struct YAMLError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, in libyaml's words when it found it.
  package var problem: String
  package var mark: YAMLMark

  package init(_ problem: String, at mark: YAMLMark) {
    self.problem = problem
    self.mark = mark
  }

  package var line: Int { mark.line }

  package var column: Int { mark.column }

  package var description: String { "\(mark): \(problem)" }
}
