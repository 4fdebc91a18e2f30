/// How a customer signed in. Codes, refresh tokens and sessions keep it among the methods of the sign-in.
package struct CustomerSignIn: Codable, Sendable, Hashable {
  /// The user flow in small letters; empty for a session, which may count for several.
  package var flow = ""
  /// `idp`; nil for an account of the tenant itself.
  package var provider: String?
  package var hasSecondFactor = false
  /// Whether a password was entered or set. A new password ends such a sign-in.
  package var hasPassword = false
  /// Whether this sign-in made the account.
  package var isNew = false

  /// Somebody who has proved nothing yet.
  package init() {}

  /// Reads the words of a code, a refresh token or a session.
  package init(_ methods: [String]) {
    for word in methods {
      switch word {
      case "pwd": hasPassword = true
      case "mfa": hasSecondFactor = true
      case "new": isNew = true
      case let word where word.hasPrefix(Self.flowMark): flow = String(word.dropFirst(Self.flowMark.count))
      case let word where word.hasPrefix(Self.providerMark): provider = String(word.dropFirst(Self.providerMark.count))
      default: break
      }
    }
  }

  private static let flowMark = "flow:"
  private static let providerMark = "idp:"

  /// As the store keeps it.
  package var methods: [String] {
    var words: [String] = []
    if hasPassword { words.append("pwd") }
    if hasSecondFactor { words.append("mfa") }
    if isNew { words.append("new") }
    if !flow.isEmpty { words.append(Self.flowMark + flow) }
    if let provider { words.append(Self.providerMark + provider) }
    return words
  }
}
