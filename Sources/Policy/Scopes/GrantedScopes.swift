import Bytes
import Directory

/// The permissions in a token for one resource, and their spelling in the answer's `scope`.
package struct GrantedScopes: Sendable, Hashable {
  /// The `scp` claim: the permissions in alphabetical order, then the OpenID scopes, separated by blanks.
  package let claim: String
  /// The `scope` member of the answer.
  package let response: String
  /// The values without their resource, OpenID scopes among them.
  package let values: [String]

  /// The token carries all values that the client holds on the resource, not only those of the request (observed).
  /// The answer's `scope` lists the OpenID scopes first, then the permissions, then the `.default` of the request;
  /// never `offline_access`.
  package init(effective: [String], asked: ResourceScopes, openID: Set<OpenIDScope>) {
    let openIDWords = ["email", "openid", "profile"]
    let isGraph = asked.resource == WellKnown.graph
    let granted = effective.filter { $0 != OpenIDScope.offlineAccess.rawValue }
    let permissions = granted.filter { !openIDWords.contains($0) }
    // A personal account or a first-party client may have no grant of OpenID scopes. For them the request is enough.
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
