/// A scenario text that is refused: where, and what to write instead.
package struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  package var file: String
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int
  package var sentence: String

  package init(file: String, line: Int, column: Int, _ sentence: String) {
    self.file = file
    self.line = line
    self.column = column
    self.sentence = sentence
  }

  /// One line that editors and CI systems turn into a link.
  package var description: String { "\(file):\(line):\(column): \(sentence)" }
}
