package import Directory
package import JOSE
import JSON

/// Makes the tokens of this answer wrong on purpose.
package struct DamageAction: AnswerAction {
  /// The tokens of an answer that can be made wrong.
  package enum Token: String, Sendable, CaseIterable {
    case accessToken
    case idToken
  }

  /// Which of the tokens are made wrong.
  package let tokens: [Token]
  /// What is wrong with them.
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
