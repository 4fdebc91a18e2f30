import Bytes
import Directory
import JSON
import Policy
import Time
import Worlds

/// What the control API tells about a refresh token. The checks are those of a refresh, in the same order, as far as
/// they depend on the token and its user alone.
struct RefreshTokenInspection {
  let token: RefreshToken
  let directory: DirectoryState
  let lifetimes: Lifetimes
  let now: UnixTime

  init(_ token: RefreshToken, in world: World, at now: UnixTime) {
    self.token = token
    self.now = now
    directory = world.directory
    lifetimes = world.settings.lifetimes
  }

  var endsAt: UnixTime { token.endsAt ?? token.issuedAt + lifetimes.refreshTokenIdle }

  var isValid: Bool { checks.allSatisfy(\.isFine) }

  var checks: [TokenCheck] {
    [
      TokenCheck(
        "age", now <= endsAt, now <= endsAt ? "it lives until \(endsAt.iso8601)" : "it ended at \(endsAt.iso8601)"),
      TokenCheck("revoked", !token.isRevoked, token.isRevoked ? "it was revoked" : "nobody revoked it"),
      TokenCheck("client", client != nil, client.map { "it is \($0.alias)'s" } ?? "its app is gone"),
      userCheck, revocationCheck,
    ].compactMap { $0 }
  }

  private var user: User? { directory.users[token.grant.user] }
  private var client: Application? { directory.applications[token.grant.client] }

  private var userCheck: TokenCheck {
    guard let user else { return TokenCheck("user", false, "the user is not known") }
    if user.isDeleted { return TokenCheck("user", false, "\(user.alias) is deleted") }
    return TokenCheck("user", user.isEnabled, "\(user.alias) is \(user.isEnabled ? "enabled" : "disabled")")
  }

  private var revocationCheck: TokenCheck? {
    guard let user else { return nil }
    let signIn = token.grant.signIn
    let validFrom = Revocation.grantValidFrom(
      user, isPasswordBased: signIn.isPasswordBased, isPublicClient: token.grant.isPublicClient)
    let begun = max(token.issuedAt, signIn.authenticatedAt)
    let isGood = !Revocation.hasEnded(begun, by: validFrom, of: user)
    return TokenCheck(
      "sign-in", isGood,
      isGood
        ? "the sign-ins of \(user.alias) count from \(validFrom.iso8601), and it is of \(begun.iso8601)"
        : "it is of \(begun.iso8601), and the sign-ins of \(user.alias) count from \(validFrom.iso8601) only")
  }

  func json(id: [UInt8]) -> JSONValue {
    let grant = token.grant
    var members: JSONObject = [
      "id": .string(Hex.encode(id)),
      "user": .string(user?.alias ?? "\(grant.user)"),
      "client": .string(client?.alias ?? "\(grant.client)"),
      "tenant": .string(directory.tenants[grant.tenant]?.alias ?? "\(grant.tenant)"),
      "scope": .string(grant.scope),
      "issuedAt": .string(token.issuedAt.iso8601),
      "authenticatedAt": .string(grant.signIn.authenticatedAt.iso8601),
      "endsAt": .string(endsAt.iso8601),
    ]
    if let session = grant.signIn.session { members.append("session", "\(session)") }
    members.append("revoked", .bool(token.isRevoked))
    members.append("valid", .bool(isValid))
    members.append("checks", .array(checks.map(\.json)))
    return .object(members)
  }

  /// The answer to a call that inspects this token.
  var answer: JSONValue {
    var members: JSONObject = [
      "kind": "refreshToken", "valid": .bool(isValid), "checks": .array(checks.map(\.json)),
    ]
    members.append("user", user?.alias)
    members.append("client", client?.alias)
    members.append("tenant", directory.tenants[token.grant.tenant]?.alias)
    return .object(members)
  }
}
