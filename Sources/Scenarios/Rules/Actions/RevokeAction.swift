import Directory

/// `revoke: refreshTokens, of: alice, client: mobile`: those are worth nothing any more, while all else goes on: a revoked
/// refresh token leaves the browser's session alone, and the other way round. `revokeSessions` ends everything.
package struct RevokeAction: FileAction {
  package static let key = "revoke"

  let kind: Ageable
  let owner: GrantOwner

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let value = try fields.require(
      Self.key,
      else: "'revoke' needs refreshTokens, sessions, codes or deviceCodes; for all of a user use revokeSessions")
    kind = try value.choice(among: Ageable.allCases.filter { $0 != .passwords }) { $0.rawValue }
    owner = try GrantOwner(&fields, of: kind, in: directory)
  }

  package var summary: String { "revoke \(kind.rawValue)\(owner.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    _ = try world.withdraw(kind, try owner.selection(in: world, for: exchange))
  }
}
