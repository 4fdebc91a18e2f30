import Bytes

/// The rule for names of worlds. A name is a label of host names and a part of domains.
package enum WorldName {
  /// The world that a server starts with; it cannot be removed.
  package static let main = "default"
  /// In bytes; all of them are ASCII.
  package static let maximumLength = 40

  /// Small letters, digits and dashes, with a letter or digit at either end, at most `maximumLength` of them.
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, let last = name.utf8.last, name.utf8.count <= maximumLength else { return false }
    return isLetterOrDigit(first) && isLetterOrDigit(last) && name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == 0x2D }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || ASCII.isDigit(byte)
  }
}
