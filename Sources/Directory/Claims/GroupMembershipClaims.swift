import Bytes

/// The memberships that an app wants in its tokens (manifest: `groupMembershipClaims`; Microsoft: "Configure group claims and app roles
/// in tokens"). The raw value is that of the manifest: one word, or several with commas between them.
package struct GroupMembershipClaims: RawRepresentable, Sendable, Hashable, Codable {
  /// One word of the setting. The order is that of Graph's answers.
  package enum Word: String, Sendable, CaseIterable {
    /// Tokens state no memberships. It stands alone.
    case none = "None"
    /// Security groups, mail-enabled ones too, with nested memberships.
    case securityGroup = "SecurityGroup"
    /// Directory roles, in `wids`.
    case directoryRole = "DirectoryRole"
    /// Groups that hold an assignment on the app and have the user as a direct member.
    case applicationGroup = "ApplicationGroup"
    /// Groups of every kind, with nested memberships, and directory roles.
    case all = "All"
  }

  /// Each word once, in the order of the cases.
  package let words: [Word]

  /// Reads the text of a manifest, with or without blanks after the commas. Nil for an unknown word, and for `None` beside another one.
  package init?(rawValue: String) {
    let parts = rawValue.split(separator: ",", omittingEmptySubsequences: false).map {
      Word(rawValue: ASCII.trimmed($0))
    }
    let found = Set(parts.compactMap(\.self))
    guard !parts.contains(nil), found.count == 1 || !found.contains(.none) else { return nil }
    words = Word.allCases.filter(found.contains)
  }

  private init(_ word: Word) { words = [word] }

  package static let none = Self(.none)
  package static let securityGroup = Self(.securityGroup)
  package static let directoryRole = Self(.directoryRole)
  package static let applicationGroup = Self(.applicationGroup)
  package static let all = Self(.all)

  /// The text of the manifest, as Graph writes it: `SecurityGroup, ApplicationGroup`.
  package var rawValue: String { words.map(\.rawValue).joined(separator: ", ") }

  /// Whether the setting has that word.
  package func contains(_ word: Word) -> Bool { words.contains(word) }
}
