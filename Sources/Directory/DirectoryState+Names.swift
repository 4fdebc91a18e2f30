import Bytes

extension DirectoryState {
  /// A short name for a new user that no other user has: `wanted` with `-` in the place of each sign that command lines and URLs would
  /// have to escape, and with a number behind it when another user has that name.
  package func freeUserAlias(like wanted: String) -> String {
    let signs = wanted.unicodeScalars.map { scalar in
      scalar.isASCII && ShortName.admits(UInt8(scalar.value)) ? Character(scalar) : "-"
    }
    let name = String(signs)
    guard user(named: name) != nil else { return name }
    var number = 2
    while user(named: "\(name)-\(number)") != nil { number += 1 }
    return "\(name)-\(number)"
  }

  /// The policy of that name; ASCII case does not count.
  package func policy(named name: String) -> AccessPolicy? {
    policies.values.first { ASCII.equalIgnoringCase($0.name, name) }
  }
}

extension AccessPolicy.ID {
  /// The id of a policy that a scenario file defines by its name. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("policy", name)) }
}

/// The short names that people type: they stand on command lines, in URLs and as keys of files.
package enum ShortName {
  /// Whether a short name may have that sign: a letter, a digit, `-`, `.` or `_`.
  package static func admits(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }
}
