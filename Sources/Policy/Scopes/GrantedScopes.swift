import Bytes
import Directory

/// What a token for one resource carries, and how the answer's `scope` spells it.
package struct GrantedScopes: Sendable, Hashable {
  /// Blank-separated for the `scp` claim: permissions in alphabetical order, then the OpenID words.
  package let claim: String
  /// The `scope` member of the answer.
  package let response: String
  /// Bare values, OpenID words among them.
  package let values: [String]

  /// All values granted to the client on the resource stand in the token, not just the ones asked (observed). The answer
  /// lists the OpenID words first, then the permissions, then the `.default` that was asked; never `offline_access`.
  package init(effective: [String], asked: ResourceScopes, openID: Set<OpenIDScope>) {
    let openIDWords = ["email", "openid", "profile"]
    let isGraph = asked.resource == WellKnown.graph
    let granted = effective.filter { $0 != OpenIDScope.offlineAccess.rawValue }
    let permissions = granted.filter { !openIDWords.contains($0) }
    // A personal or first-party client may hold no OpenID grant and still ask for the words; they need no more than asking.
    let askedWords = Set(openID.map(\.rawValue))
    let words = isGraph ? openIDWords.filter { granted.contains($0) || askedWords.contains($0) } : []
    values = permissions + words
    claim = (permissions + ["openid", "profile", "email"].filter(words.contains)).joined(separator: " ")
    var spelled =
      words
      + permissions.map { value in
        asked.isBare != asked.otherSpelling.contains(value) ? value : asked.identifier + "/" + value
      }
    if asked.isDefault { spelled.append(asked.identifier + "/.default") }
    response = spelled.joined(separator: " ")
  }
}
