import CPlatform

/// Regular expressions of the system's library: POSIX extended, on bytes.
package enum SystemPattern {
  /// What the system says of a pattern that it cannot read.
  package struct Fault: Error {
    package let text: String
  }

  /// Whether the whole of `text` matches. Neither may contain a zero byte.
  /// - Throws: `Fault` for a pattern that is none.
  package static func matches(_ pattern: [UInt8], _ text: [UInt8]) throws(Fault) -> Bool {
    var fault = [CChar](repeating: 0, count: 128)
    let result = mockidp_matches_whole(pattern + [0], text + [0], &fault, fault.count)
    guard result >= 0 else {
      throw Fault(text: String(decoding: fault.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return result == 1
  }
}
