import Platform

/// An extended regular expression (POSIX, "Extended Regular Expressions"), by the C library. The standard library's own engine would make the
/// program larger by a megabyte and a half for this one word.
final class RegularExpression {
  /// On the heap, because the library keeps pointers into it.
  private let compiled: UnsafeMutablePointer<regex_t>

  /// Nil when `pattern` is not one. The property is set last: an object that is whole is taken down by `deinit` even
  /// when it comes to nothing, and what was not compiled must not be freed by the library.
  init?(_ pattern: String) {
    let made = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    made.initialize(to: regex_t())
    guard regcomp(made, "^(" + pattern + ")$", REG_EXTENDED | REG_NOSUB) == 0 else {
      made.deallocate()
      return nil
    }
    compiled = made
  }

  deinit {
    regfree(compiled)
    compiled.deallocate()
  }

  /// Whether the whole text fits. A text with a zero byte fits nothing.
  func fits(_ text: String) -> Bool { !text.utf8.contains(0) && regexec(compiled, text, 0, nil, 0) == 0 }
}
