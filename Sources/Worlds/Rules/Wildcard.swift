import Bytes

/// A text in which `*` stands for any number of characters, also for none. ASCII case does not count.
package struct Wildcard: Sendable, Hashable, CustomStringConvertible {
  /// The text as it was given, with its stars.
  package let description: String
  private let parts: [[UInt8]]

  package init(_ text: String) {
    description = text
    parts = ASCII.lowercased(text).utf8.split(separator: 0x2A, omittingEmptySubsequences: false).map { Array($0) }
  }

  /// Whether the whole text fits.
  package func matches(_ text: String) -> Bool {
    var rest = Array(ASCII.lowercased(text).utf8)[...]
    guard let first = parts.first, let last = parts.last else { return true }
    guard parts.count > 1 else { return rest.elementsEqual(first) }
    guard rest.starts(with: first) else { return false }
    rest = rest.dropFirst(first.count)
    // It is enough to try the first place where a part fits: it leaves the most room for the parts after it.
    for part in parts.dropFirst().dropLast() {
      while !rest.starts(with: part) {
        guard rest.popFirst() != nil else { return false }
      }
      rest = rest.dropFirst(part.count)
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
