import Bytes

/// The code that a device shows and its user types.
package enum UserCode {
  /// What a user typed, in the form in which the store has codes: capital letters and digits, without blanks and hyphens.
  package static func normalized(_ typed: String) -> String {
    String(decoding: typed.utf8.filter(ASCII.isAlphanumeric).map { ASCII.isLetter($0) ? $0 & 0xDF : $0 }, as: UTF8.self)
  }
}
