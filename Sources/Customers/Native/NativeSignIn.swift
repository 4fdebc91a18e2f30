import Bytes
import Directory
import JSON
import Policy
import Worlds

/// A sign-in: `/oauth2/v2.0/initiate` and `/challenge`. Its end is `NativeTokens`.
enum NativeSignIn {
  static func initiate(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let name = ASCII.trimmed(request.form["username"] ?? "")
    guard let user = request.directory.customer(named: name, in: request.tenant.id) else {
      exchange.because("'\(request.tenant.alias)' has no customer '\(name)'")
      throw Refusal(
        .userNotFound, [.user: Refusal.hiddenUser, .tenant: request.tenant.displayName], as: .userNotFoundNatively)
    }
    request.begin(.signInBegun, name)
    try request.change { $0.account = user.id }
    _ = try firstFactor(of: user, request, &exchange)
    return ["continuation_token": .string(try request.advance(to: .signInBegun))]
  }

  /// - Throws: `NativeRedirect` for an app that cannot ask for it.
  private static func firstFactor(
    of user: User, _ request: NativeRequest, _ exchange: inout Exchange
  ) throws -> NativeDecision.FirstFactor {
    let reasoned = NativeDecision.firstFactor(hasPassword: user.password != nil, request.offered)
    exchange.reasons += reasoned.reasons
    if case .redirect(let reason) = reasoned.decision { throw NativeRedirect(reason: reason) }
    return reasoned.decision
  }

  static func challenge(_ request: inout NativeRequest, _ exchange: inout Exchange) throws -> JSONObject {
    let user = try request.customer()
    let step = try request.flow.step
    if step == .factorWanted || step == .factorCodeAsked {
      return try NativeFactors.challenge(&request, of: user, &exchange)
    }
    guard try firstFactor(of: user, request, &exchange) == .code else {
      return [
        "continuation_token": .string(try request.advance(to: .passwordAsked)), "challenge_type": "password",
      ]
    }
    let address = CustomerAttributes.addresses(of: user).first ?? user.userPrincipalName
    try request.sendCode(to: address, for: .signIn, &exchange)
    return NativeAnswer.code(to: CustomerFactor(address), token: try request.advance(to: .codeAsked))
  }
}

/// Answers that several steps have.
enum NativeAnswer {
  /// A code was sent. A registration names its target in another member, in clear.
  static func code(to factor: CustomerFactor, token: String, isRegistration: Bool = false) -> JSONObject {
    var body: JSONObject = [
      "continuation_token": .string(token), "challenge_type": "oob", "binding_method": "prompt",
      "challenge_channel": .string(factor.channel.rawValue),
    ]
    if isRegistration {
      body.append("challenge_target", factor.target)
    } else {
      body.append("challenge_target_label", MailAddress.masked(factor.target))
    }
    body.append("code_length", .integer(Int64(SentCode.length)))
    if !isRegistration { body.append("interval", .integer(Int64(SentCode.resendInterval))) }
    return body
  }
}
