import Platform

/// An extended regular expression (POSIX, "Extended Regular Expressions"), by the C library. The standard library's own engine would make the
/// program larger by a megabyte and a half for this one word.
final class RegularExpression {
  /// On the heap, because the library keeps pointers into it.
  private let compiled: UnsafeMutablePointer<regex_t>

  /// Nil when `pattern` is not one.
  init?(_ pattern: String) {
    compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    compiled.initialize(to: regex_t())
    guard regcomp(compiled, "^(" + pattern + ")$", REG_EXTENDED | REG_NOSUB) == 0 else {
      compiled.deallocate()
      return nil
    }
  }

  deinit {
    regfree(compiled)
    compiled.deallocate()
  }

  /// Whether the whole text fits. A text with a zero byte fits nothing.
  func fits(_ text: String) -> Bool { !text.utf8.contains(0) && regexec(compiled, text, 0, nil, 0) == 0 }
}
