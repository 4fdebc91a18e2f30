import Bytes
import Directory
import HTTPWire
import JSON
import Worlds

/// Changes how a user signs in (Microsoft: "user: revokeSignInSessions", "user: changePassword").
enum SignInCalls {
  static func revokeSessions(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    try revoke(resource, &exchange)
    return resource.acted(["value": true], context: "Edm.Boolean", exchange)
  }

  /// The older name of the same, whose answer has no value (observed).
  static func invalidateTokens(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try revoke(resource, &exchange)
    return resource.acted([:], context: "users('\(user.id)')/invalidateAllRefreshTokens", exchange)
  }

  @discardableResult
  private static func revoke(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> User {
    let user = try resource.subject
    try Administration.checkSensitive(user, resource)
    try resource.call.world.perform(RevokeSessionsAction(user: .id(user.id)))
    exchange.because("→ 200 the sign-ins of '\(user.alias)' before now no longer count")
    return user
  }

  static func changePassword(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let user = try resource.subject
    guard resource.isOwn else { throw GraphError.notOwnPassword(user.alias) }
    let body = try resource.parameters
    guard body.names.allSatisfy({ ["currentPassword", "newPassword"].contains($0) }),
      let current = body["currentPassword"]?.string, let new = body["newPassword"]?.string
    else { throw GraphError.invalidInput(because: "the body has to be currentPassword and newPassword, both texts") }
    guard let password = user.password, password.matches(current) else { throw GraphError.wrongPassword }
    guard PasswordStrength.accepts(new), !new.hasSameBytes(as: current) else { throw GraphError.weakPassword }
    try resource.call.world.perform(ChangePasswordAction(user: .id(user.id), password: new))
    exchange.because("→ 204 the password of '\(user.alias)' is another one")
    return GraphAnswer.noContent(resource.call, exchange)
  }
}
