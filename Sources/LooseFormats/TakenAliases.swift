import Bytes

/// Short names that are taken, so that each object gets one of its own.
package struct TakenAliases {
  private var names: Set<String>
  /// The number to try next behind a name: all smaller ones are taken.
  private var next: [String: Int] = [:]

  /// `names`: those that are taken from the start.
  package init(_ names: [String] = []) { self.names = Set(names) }

  /// Takes a name: the wanted one, or the first free one with a number behind it.
  package mutating func free(like alias: String) -> String {
    if names.insert(alias).inserted { return alias }
    var number = next[alias] ?? 2
    while !names.insert("\(alias)-\(number)").inserted { number += 1 }
    next[alias] = number + 1
    return "\(alias)-\(number)"
  }

  /// What an alias can be of a text: small letters, digits and hyphens, at most forty.
  package static func cleaned(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if ASCII.isAlphanumeric(byte) {
        output.append(ASCII.lowercased(byte))
      } else if let last = output.last, last != 0x2D {
        output.append(0x2D)
      }
    }
    output = Array(output.prefix(40))
    while output.last == 0x2D { output.removeLast() }
    // A name begins with a letter.
    if let first = output.first, !ASCII.isLetter(first) { output = Array("app-".utf8) + output }
    return String(decoding: output, as: UTF8.self)
  }
}
