extension StringProtocol {
  /// The first place where the bytes of `text` stand. The standard library's `firstRange(of:)`, and its `contains` for a
  /// text, bring the whole regular expression engine into a static executable, more than a megabyte.
  package func firstPlace(of text: some StringProtocol) -> Range<Index>? {
    let count = text.utf8.count
    var start = utf8.startIndex
    while start != utf8.endIndex {
      if utf8[start...].starts(with: text.utf8) { return start..<utf8.index(start, offsetBy: count) }
      start = utf8.index(after: start)
    }
    return nil
  }
}
