extension StringProtocol {
  /// The first place where `text` stands. The one of the standard library would bring the whole regular expression engine
  /// into a static executable, more than a megabyte.
  func firstPlace(of text: StaticString) -> Range<Index>? {
    text.withUTF8Buffer { wanted in
      var start = utf8.startIndex
      while start != utf8.endIndex {
        let rest = utf8[start...]
        if rest.starts(with: wanted) { return start..<utf8.index(start, offsetBy: wanted.count) }
        start = utf8.index(after: start)
      }
      return nil
    }
  }
}
