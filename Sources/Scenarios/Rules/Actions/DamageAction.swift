import Directory
import JOSE
import JSON

/// `damage: idToken, with: [wrongNonce], claims: { roles: [Admin] }, without: [oid]`: the tokens of this answer are made wrong
/// on purpose.
package struct DamageAction: FileAction {
  package static let key = "damage"
  static let moment = ActionMoment.before(at: [.token, .authorize, .signIn, .managedIdentity])

  private enum Token: String, CaseIterable {
    case accessToken
    case idToken
  }

  private let tokens: [Token]
  let damage: TokenDamage

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(Self.key, else: "'damage' needs accessToken, idToken or a list of both")
    var tokens: [Token] = []
    for item in value.oneOrMany() { tokens.append(try item.choice(Token.self)) }
    guard !tokens.isEmpty else { throw value.error("'damage' is empty; give accessToken, idToken or both") }
    self.tokens = tokens
    damage = try TokenDamage(&fields)
    guard !damage.isNone else {
      throw fields.missing(
        "with", else: "'damage' needs 'with' (such as badSignature), 'claims' to change or 'without' some")
    }
  }

  package var summary: String {
    var parts = damage.faults.map(\.rawValue)
    if !damage.changed.members.isEmpty { parts.append("other " + damage.changed.names.joined(separator: ", ")) }
    if !damage.missing.isEmpty { parts.append("no " + damage.missing.joined(separator: ", ")) }
    return "damage \(tokens.map(\.rawValue).joined(separator: " and ")): \(parts.joined(separator: ", "))"
  }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    if tokens.contains(.accessToken) { answer.accessTokenDamage.add(damage) }
    if tokens.contains(.idToken) { answer.idTokenDamage.add(damage) }
  }
}
