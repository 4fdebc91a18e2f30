import Bytes

extension DirectoryState {
  /// A short name for a new user that no other user has: `wanted` with `-` in the place of each sign that command lines and URLs would
  /// have to escape, and with a number behind it when another user has that name.
  package func freeUserAlias(like wanted: String) -> String {
    Self.free(like: wanted) { user(named: $0) != nil }
  }

  /// A short name that no group has: the wanted one, or with a number behind it. Characters that a short name cannot
  /// have become hyphens.
  package func freeGroupAlias(like wanted: String) -> String {
    Self.free(like: wanted) { group(named: $0) != nil }
  }

  private static func free(like wanted: String, _ isTaken: (String) -> Bool) -> String {
    let signs = wanted.unicodeScalars.map { scalar in
      scalar.isASCII && ShortName.admits(UInt8(scalar.value)) ? Character(scalar) : "-"
    }
    let name = String(signs)
    guard isTaken(name) else { return name }
    var number = 2
    while isTaken("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  /// The API of the own rows of the catalogue whose App ID URI has a `*` and fits.
  func resource(fitting uri: String) -> Application.ID? {
    guard !resourcePatterns.isEmpty else { return nil }
    let uri = MicrosoftCatalogue.bare(uri)
    return resourcePatterns.first { MicrosoftCatalogue.fits(uri, $0.pattern) }?.id
  }

  /// The app of that client id, or the one that stands in its place. Nil when there is neither.
  package func application(orSuccessorOf id: Application.ID) -> Application? {
    applications[id] ?? applications.values.first { $0.predecessors?.contains(id) ?? false }
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
