import Directory

/// `revoke: refreshTokens, of: alice, client: mobile`: those tokens are worth nothing any more, while the user's other apps
/// and browser sessions go on. `revokeSessions` ends everything.
package struct RevokeAction: FileAction {
  package static let key = "revoke"

  private enum Kind: String, CaseIterable {
    case refreshTokens
  }

  let owner: GrantOwner

  init(_ fields: inout FileMapping, in directory: DirectoryState) throws(ScenarioError) {
    let kind = try fields.require(Self.key, else: "'revoke' needs refreshTokens; for all of a user use revokeSessions")
    _ = try kind.choice(Kind.self)
    owner = try GrantOwner(&fields, of: .refreshTokens, in: directory)
  }

  package var summary: String { "revoke refreshTokens\(owner.summary)" }

  package func perform(in world: World, for exchange: Exchange, shaping answer: inout AnswerShape) throws {
    _ = try world.store.revokeRefreshTokens(try owner.selection(in: world, for: exchange))
  }
}
