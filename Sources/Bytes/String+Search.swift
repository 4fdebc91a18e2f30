// Both forms are concrete, because the journal searches every parameter of every request with them: see `ASCII`. The standard library's
// `firstRange(of:)` is generic, and took nearly half of an answer to authorize.

extension String {
  /// The first place of the bytes of `text`. Nil when there is none.
  package func firstPlace(of text: String) -> Range<Index>? {
    ByteSearch.first(text.utf8, in: utf8).map { place in
      utf8.index(startIndex, offsetBy: place.lowerBound)..<utf8.index(startIndex, offsetBy: place.upperBound)
    }
  }
}

extension String {
  /// The text with another one in each place of `part`.
  package func exchanging(_ part: String, for other: String) -> String {
    var result = ""
    var rest = self[...]
    while let place = rest.firstPlace(of: part), !part.isEmpty {
      result += rest[..<place.lowerBound] + other
      rest = rest[place.upperBound...]
    }
    return result.isEmpty ? String(rest) : result + rest
  }
}

extension Substring {
  /// The first place of the bytes of `text`. Nil when there is none.
  package func firstPlace(of text: String) -> Range<Index>? {
    ByteSearch.first(text.utf8, in: utf8).map { place in
      utf8.index(startIndex, offsetBy: place.lowerBound)..<utf8.index(startIndex, offsetBy: place.upperBound)
    }
  }
}

private enum ByteSearch {
  /// The offsets of the first place of `needle`. Nil when there is none, and always in an empty text.
  @inline(__always)
  static func first(_ needle: String.UTF8View, in haystack: some Collection<UInt8>) -> Range<Int>? {
    func search(_ haystack: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
      needle.withContiguousStorageIfAvailable { first($0, in: haystack) }
        ?? Array(needle).withUnsafeBufferPointer {
          first($0, in: haystack)
        }
    }
    return haystack.withContiguousStorageIfAvailable(search) ?? Array(haystack).withUnsafeBufferPointer(search)
  }

  private static func first(_ needle: UnsafeBufferPointer<UInt8>, in haystack: UnsafeBufferPointer<UInt8>) -> Range<
    Int
  >? {
    guard let head = needle.first else { return haystack.isEmpty ? nil : 0..<0 }
    guard needle.count <= haystack.count else { return nil }
    for start in 0...haystack.count - needle.count where haystack[start] == head {
      if needle.indices.allSatisfy({ needle[$0] == haystack[start + $0] }) { return start..<start + needle.count }
    }
    return nil
  }
}
