extension [String] {
  /// The words as a sentence lists them: `a, b or c`. `last` stands before the last of several.
  package func spoken(_ last: String) -> String {
    guard count > 1, let final = self.last else { return joined() }
    return "\(dropLast().joined(separator: ", ")) \(last) \(final)"
  }
}
