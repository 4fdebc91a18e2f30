import Bytes

// The standard library's `split` is compiled anew for each kind of text and each closure, a kilobyte each time. These are one function.

extension String {
  /// The parts between these bytes, without empty ones.
  package func parts(_ separator: UInt8) -> [String] { utf8.span.words { $0 == separator } }

  /// The words between blanks. Tables that stand in the source as text are read with it.
  package var blankParts: [String] { ASCII.words(self) }

  /// What stands before the first of these texts, between them, and behind the last, empty or not.
  package func divided(at mark: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let place = rest.firstPlace(of: mark) {
      parts.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [String(rest)]
  }

  /// What stands behind each of these texts, up to the next.
  package func components(of mark: String) -> [String] { Array(divided(at: mark).dropFirst()) }

  /// The parts of a path.
  package var pathParts: [String] { parts(0x2F) }

  /// Whether a list of words with blanks between them has this one.
  package func hasWord(_ word: String) -> Bool {
    let (bytes, wanted) = (utf8.span, word.utf8.span)
    var start = 0
    for end in 0...bytes.count where end == bytes.count || bytes[end] == 0x20 {
      var same = end - start == wanted.count ? 0 : -1
      while same >= 0, same < wanted.count { same = bytes[start + same] == wanted[same] ? same + 1 : -1 }
      if same > 0 { return true }
      start = end + 1
    }
    return false
  }
}

extension [UInt8] {
  /// Whether the bytes of a text stand at this place.
  package func has(_ text: String, at index: Int) -> Bool {
    guard index + text.utf8.count <= count else { return false }
    var at = index
    for byte in text.utf8 {
      if self[at] != byte { return false }
      at += 1
    }
    return true
  }
}
