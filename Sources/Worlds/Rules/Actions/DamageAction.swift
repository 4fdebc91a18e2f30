package import Directory
package import JOSE
import JSON

/// Makes tokens of this one answer wrong on purpose, so that a test sees whether the app or API notices.
package struct DamageAction: AnswerAction {
  /// The tokens of an answer that can be made wrong. Refresh tokens are not among them: they are opaque to the client.
  package enum Token: String, Sendable, CaseIterable {
    case accessToken
    case idToken
  }

  /// Which of the tokens are made wrong.
  package let tokens: [Token]
  /// The faults, the claims that change and the claims that are left out. Several actions on one token add up.
  package let damage: TokenDamage

  /// Makes these tokens wrong in that way.
  package init(_ tokens: [Token], _ damage: TokenDamage) {
    self.tokens = tokens
    self.damage = damage
  }

  package var summary: String {
    var parts = damage.faults.map(\.rawValue)
    if !damage.changed.members.isEmpty { parts.append("other " + damage.changed.names.joined(separator: ", ")) }
    if !damage.missing.isEmpty { parts.append("no " + damage.missing.joined(separator: ", ")) }
    return "damage \(tokens.map(\.rawValue).joined(separator: " and ")): \(parts.joined(separator: ", "))"
  }

  package func shape(_ answer: inout AnswerShape, of exchange: Exchange, in directory: DirectoryState) {
    if tokens.contains(.accessToken) { answer.accessTokenDamage.add(damage) }
    if tokens.contains(.idToken) { answer.idTokenDamage.add(damage) }
  }
}
