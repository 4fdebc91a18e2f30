/// Why an archive cannot be made a scenario of: one sentence with the place and the remedy.
package struct ArchiveFault: Error, Sendable, Hashable, CustomStringConvertible {
  package let file: String
  /// Nil for the archive as a whole.
  package let line: Int?
  package let sentence: String

  init(_ file: String, _ line: Int? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.sentence = sentence
  }

  package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(sentence)" }
}
