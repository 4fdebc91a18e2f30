import Authority
import Bytes
import Directory
import JSON
import Policy
import Time
import Worlds

/// A new password in the place of a forgotten one: `/resetpassword/v1.0/…`.
enum NativeReset {
  /// What the service tells clients to wait between two polls, in seconds (Microsoft's sample).
  private static let pollInterval: Int64 = 2

  static func start(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let name = ASCII.trimmed(request.form["username"] ?? "")
    guard let user = request.directory.customer(named: name, in: request.tenant.id) else {
      exchange.because("'\(request.tenant.alias)' has no customer '\(name)'")
      throw Refusal(
        .userNotFound, [.user: Refusal.hiddenUser, .tenant: request.tenant.displayName], as: .userNotFoundNatively)
    }
    // This comes before the look at challenge_type (observed).
    if let reason = NativeDecision.obstacleToReset(user, request.userFlow) {
      exchange.because(reason)
      throw Refusal(.recoveryUnsupported)
    }
    try checkOffer(request)
    request.begin(.resetBegun, name)
    try request.change { $0.account = user.id }
    return ["continuation_token": .string(try request.advance(to: .resetBegun))]
  }

  private static func checkOffer(_ request: NativeRequest) throws {
    guard !request.offered.hasCode else { return }
    throw NativeRedirect(reason: "Client does not support the challenge type oob, which is required")
  }

  static func challenge(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    try checkOffer(request)
    let user = try request.customer()
    let address = CustomerAttributes.addresses(of: user).first ?? user.userPrincipalName
    try request.sendCode(to: address, for: .passwordReset, &exchange)
    return NativeAnswer.code(to: CustomerFactor(address), token: try request.advance(to: .resetCodeAsked))
  }

  static func proceed(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    try request.checkCode(&exchange)
    return [
      "continuation_token": .string(try request.advance(to: .resetVerified)),
      "expires_in": .integer(request.world.settings.lifetimes.continuationToken.wholeSeconds),
    ]
  }

  static func submit(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    guard let password = request.form.nonEmpty("new_password") else { throw Refusal.missingParameter("new_password") }
    let user = try request.customer()
    if let fault = NewPasswordRule.externalID.fault(of: password, current: user.password) {
      throw NewPasswordRule.refusal(of: fault)
    }
    let digest = request.accounts.digest(password)
    try request.change {
      $0.newPassword = digest
      $0.polls = 0
    }
    return [
      "continuation_token": .string(try request.advance(to: .resetSubmitted)),
      "poll_interval": .integer(Self.pollInterval),
    ]
  }

  static func completion(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let settings = request.world.settings.externalID
    let flow = try request.flow
    guard flow.polls >= settings.pollsInProgress else {
      try request.change { $0.polls += 1 }
      try request.keep()
      return ["status": "in_progress", "continuation_token": .string(request.form["continuation_token"] ?? "")]
    }
    guard settings.pollResult == .succeeded, let digest = flow.newPassword else {
      exchange.because("the scenario lets the new password fail")
      try request.change { $0.newPassword = nil }
      return ["status": "failed", "continuation_token": .string(try request.advance(to: .resetVerified))]
    }
    let user = try request.customer()
    _ = try request.accounts.setPassword(.digest(digest), of: user, &exchange)
    request.readDirectory()
    try request.change {
      $0.newPassword = nil
      $0.methods = ["pwd"]
    }
    return ["status": "succeeded", "continuation_token": .string(try request.advance(to: .done))]
  }
}
